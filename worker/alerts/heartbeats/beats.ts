import { eq, sql } from "drizzle-orm";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { startProgress } from "../received/store.ts";
import { dueAfter, insertAlerts, isMissing } from "./beat-alerts.ts";
import { heartbeats } from "./table.ts";

/** Stores that it was heard now, and that it is no longer missing if it was. @returns false if no heartbeat has this secret */
export async function recordBeat(db: WriteDb, secret: string): Promise<boolean> {
  const now = isoTime(Date.now());
  const isNamed = eq(heartbeats.secret, secret);
  const [, , beaten] = await db.batch([
    insertAlerts(db, { says: "is heard again", at: now, condition: sql`${isNamed} AND ${isMissing}` }),
    startProgress(db),
    db
      .update(heartbeats)
      .set({ lastBeatAt: now, dueAt: sql`CASE WHEN NOT ${heartbeats.isPaused} THEN ${dueAfter(now)} END` })
      .where(isNamed)
      .returning({ heartbeatID: heartbeats.heartbeatID }),
  ]);
  return beaten.length > 0;
}

/** Makes an alert of each that is missing. Rules see them as those of other sources. */
export async function findMissing(db: WriteDb, minute: string): Promise<void> {
  const isDue = sql`${heartbeats.dueAt} <= ${minute}`;
  await db.batch([
    insertAlerts(db, { says: "is not heard", at: minute, condition: isDue }),
    startProgress(db),
    db.update(heartbeats).set({ dueAt: null }).where(isDue),
  ]);
}
