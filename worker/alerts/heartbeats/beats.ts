import { eq, type SQL, sql } from "drizzle-orm";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { startProgress } from "../received/store.ts";
import { receivedAlerts } from "../received/table.ts";
import { dueAfter } from "./store.ts";
import { heartbeats } from "./table.ts";

/** Stores that it was heard now, and that it is no longer missing if it was. @returns false if no heartbeat has this secret */
export async function recordBeat(db: WriteDb, secret: string): Promise<boolean> {
  const now = isoTime(Date.now());
  const isNamed = eq(heartbeats.secret, secret);
  const isMissing = sql`${heartbeats.dueAt} IS NULL AND ${heartbeats.lastBeatAt} <> ''`;
  const [, , beaten] = await db.batch([
    insertAlerts(db, { state: "resolved", at: now, condition: sql`${isNamed} AND ${isMissing}` }),
    startProgress(db),
    db
      .update(heartbeats)
      .set({ lastBeatAt: now, dueAt: dueAfter(sql`${now}`) })
      .where(isNamed)
      .returning({ heartbeatID: heartbeats.heartbeatID }),
  ]);
  return beaten.length > 0;
}

/** Makes an alert of each that is missing. Rules see them as those of other sources. */
export async function findMissing(db: WriteDb, minute: string): Promise<void> {
  const isDue = sql`${heartbeats.dueAt} <= ${minute}`;
  await db.batch([
    insertAlerts(db, { state: "firing", at: minute, condition: isDue }),
    startProgress(db),
    db.update(heartbeats).set({ dueAt: null }).where(isDue),
  ]);
}

function insertAlerts(
  db: WriteDb,
  { state, at, condition }: { state: "firing" | "resolved"; at: string; condition: SQL },
) {
  const { heartbeatID, name, lastBeatAt } = heartbeats;
  const title = state === "firing" ? sql`${name} || ' is not heard'` : sql`${name} || ' is heard again'`;
  const alert = sql`json_object('key', ${heartbeatID}, 'state', ${state}, 'title', ${title},
    'labels', json_object('heartbeat', ${name}), 'link', '', 'at', ${Date.parse(at)})`;
  return db.insert(receivedAlerts).select(sql`
    SELECT NULL, 'heartbeat', '', ${at}, json_array(${alert}),
      json_object('heartbeat', ${name}, 'lastBeatAt', ${lastBeatAt}) FROM ${heartbeats} WHERE ${condition}`);
}
