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

interface StoredVersion extends Fields {
  updatedAt: string;
  incidentUpdates?: Updates;
  maintenanceUpdates?: Updates;
}

/** @returns the current version, which a 409 after a failed `If-Match` precondition has */
export async function conflictOf(request: Request, response: Response): Promise<StoredVersion | undefined> {
  if (response.status !== 409 || !request.headers.has("If-Match")) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const current = Object(Object(body).current);
  return typeof current.updatedAt === "string" ? current : undefined;
}

/** Returns whether an earlier try of this request was stored: the stored version then has what it asked for. */
export async function isStoredIn(current: StoredVersion, request: Request): Promise<boolean> {
  const change = (await request.clone().json()) as Change; // the command's own body
  const { status, message, components = [], startAt, endAt } = change;
  const updates = current.incidentUpdates ?? current.maintenanceUpdates ?? [];
  const [newest] = updates;
  const before = request.headers.get("If-Match")?.replaceAll('"', "") ?? "";
  // An older update may have the same message, so it also has to be newer than the version to be changed.
  const hasMessage = newest?.message.trim() === message?.trim() && (newest?.createdAt ?? "") > before;
  return (
    (status === undefined || status === current.status) &&
    (message === undefined || hasMessage) &&
    (startAt === undefined || startAt === current.startAt) &&
    (endAt === undefined || endAt === current.endAt) &&
    components.every(({ componentID, status }) =>
      current.components?.some((one) => one.componentID === componentID && one.status === status),
    )
  );
}
