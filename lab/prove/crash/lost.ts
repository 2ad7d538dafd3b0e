import type { Write, Writer } from "./journal.ts";
import type { Stored } from "./stored.ts";

/** Compares what was answered with what is stored. Points are compared over HTTP, because a queue may still have them. */
export function findLostAndDoubled(stored: Stored, writes: Write[], writers: Writer[]) {
  const lost: string[] = [];
  const doubled: string[] = [];
  const names = stored.counts("SELECT name FROM notices");
  const messages = stored.counts("SELECT message FROM notice_updates");
  const requests = stored.counts("SELECT request_id FROM audit_entries");
  const keys = stored.counts("SELECT created_id FROM idempotency_keys");
  for (const { effect, state, requestID, method, path, createdID } of writes) {
    if (effect.kind === "point" || state === "refused") continue;
    const found = [
      ...(effect.kind === "notice" ? [names.get(effect.name) ?? 0] : []),
      ...("message" in effect ? [messages.get(effect.message) ?? 0] : []),
      ...(createdID === undefined ? [] : [keys.get(createdID) ?? 0]),
    ];
    const what = `${method} ${path} ${JSON.stringify(effect)}`;
    if (found.some((number) => number > 1)) doubled.push(what);
    if (state !== "answered") continue;
    if (found.includes(0) || (requestID !== undefined && !requests.has(requestID))) lost.push(what);
  }
  const updates = stored.counts("SELECT notice_update_id FROM messages WHERE notice_update_id IS NOT NULL");
  for (const [update, number] of updates)
    if (number > 1) doubled.push(`the message in the outbox about update ${update}`);

  const statuses = new Map(
    stored.rows("SELECT component_id, status FROM components").map((row) => [row.component_id, row.status]),
  );
  for (const { number, componentID } of writers) {
    const own = writes.filter((write) => write.writer === number && "status" in write.effect);
    const present = statuses.get(componentID);
    if (!possibleValues(own, ({ effect }) => "status" in effect && effect.status).includes(`${present}`))
      lost.push(`the status of ${componentID}, which is ${present}`);
  }
  const settings = writes.filter(({ effect }) => effect.kind === "setting");
  const serviceName = stored.rows("SELECT service_name FROM settings")[0]?.service_name;
  const possibleNames = possibleValues(
    settings,
    ({ effect }) => effect.kind === "setting" && effect.serviceName,
  );
  if (!possibleNames.includes(`${serviceName}`)) lost.push(`the service's name, which is ${serviceName}`);
  return { lost, doubled };
}

/** Returns the value of the last answered write, and those of unanswered writes after it. */
function possibleValues(writes: Write[], readValue: (write: Write) => string | false | undefined): string[] {
  const lastAnswered = writes.findLastIndex(({ state }) => state === "answered");
  return (lastAnswered < 0 ? [...writes] : writes.slice(lastAnswered))
    .map(readValue)
    .filter((value) => typeof value === "string")
    .concat(lastAnswered < 0 ? ["Operational", ""] : []);
}
