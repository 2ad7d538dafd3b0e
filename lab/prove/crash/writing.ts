import type { Random } from "../../../test/support/factories/random.ts";
import type { Write, Writer } from "./journal.ts";
import { planWrite } from "./write.ts";

export interface Credentials {
  token: string;
  key: string;
}

/** Lets all writers write at once until the server dies, and adds what they sent to the journal. */
export async function writeUntilDeath(
  statusPage: string,
  credentials: Credentials,
  writers: Writer[],
  random: Random,
  journal: Write[],
  stopped: () => boolean,
): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      while (!stopped()) {
        const write: Write = {
          ...planWrite(random, writer, `${journal.length + 1}`),
          writer: writer.number,
          state: "unanswered",
        };
        journal.push(write);
        const answered = await send(statusPage, credentials, write);
        if (!answered) return;
        noteAnswer(writer, write);
      }
    }),
  );
}

export async function send(
  statusPage: string,
  { token, key }: Credentials,
  write: Write,
): Promise<Record<string, unknown> | undefined> {
  const { method, path, body, idempotencyKey, effect } = write;
  try {
    const response = await fetch(statusPage + path, {
      method,
      headers: {
        ...(effect.kind === "point" ? { "x-api-key": key } : { Authorization: token }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        Connection: "close",
      },
      body: JSON.stringify(body),
    });
    const json = await response.json();
    write.state = response.ok ? "answered" : "refused";
    write.requestID = response.headers.get("x-request-id") ?? undefined;
    if (effect.kind === "notice" && response.ok) write.createdID = json.incidentID ?? json.maintenanceID;
    return { status: response.status, ...json };
  } catch {
    return undefined; // The server died before it answered, or in the middle of its answer.
  }
}

export function noteAnswer(writer: Writer, { path, effect, state, createdID }: Write): void {
  if (state !== "answered") return;
  if (createdID !== undefined) writer.notices.push(`${path}/${createdID}`);
  if ("status" in effect && effect.status) writer.status = effect.status;
}
