/** What an incident, a maintenance and a component have in common with a change of theirs, as far as they have it. */
interface Fields {
  status?: string;
  components?: { componentID: string; status: string }[];
  startAt?: string;
  endAt?: string;
}

interface Change extends Fields {
  message?: string;
}

type Updates = { message: string; createdAt: string }[];

interface Current extends Fields {
  updatedAt: string;
  incidentUpdates?: Updates;
  maintenanceUpdates?: Updates;
}

/** What is stored now, where a request with `If-Match` was refused because it has changed. */
export async function conflictOf(request: Request, response: Response): Promise<Current | undefined> {
  if (response.status !== 409 || !request.headers.has("If-Match")) return undefined;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const current = Object(Object(answer).current);
  return typeof current.updatedAt === "string" ? current : undefined;
}

/** Whether what is stored now is what a repeated request asked for, so that an earlier try must have been stored. */
export async function isDoneIn(current: Current, request: Request): Promise<boolean> {
  const change = (await request.clone().json()) as Change; // the command's own body
  const { status, message, components = [], startAt, endAt } = change;
  const updates = current.incidentUpdates ?? current.maintenanceUpdates ?? [];
  const [newest] = updates;
  const before = request.headers.get("If-Match")?.replaceAll('"', "") ?? "";
  // The same message may have been there before; so it has to be newer than the state that was to be changed.
  const isTold = newest?.message.trim() === message?.trim() && (newest?.createdAt ?? "") > before;
  return (
    (status === undefined || status === current.status) &&
    (message === undefined || isTold) &&
    (startAt === undefined || startAt === current.startAt) &&
    (endAt === undefined || endAt === current.endAt) &&
    components.every(({ componentID, status }) =>
      current.components?.some((one) => one.componentID === componentID && one.status === status),
    )
  );
}
