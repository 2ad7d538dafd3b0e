import { eq, type SQL, sql } from "drizzle-orm";
import { isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import type { AlertSourceID } from "../domain.ts";
import { startProgress } from "../rules/progress.ts";
import { dueAfter, insertAlerts, isMissing } from "./beat-alerts.ts";
import { heartbeats } from "./table.ts";

/** Stores that it was heard now, and that it is no longer missing if it was. @returns false if no heartbeat has this secret */
export async function recordBeat(db: WriteDb, secret: string): Promise<boolean> {
  const now = isoTime(Date.now());
  const [ended, beats] = beatStatements(db, eq(heartbeats.secret, secret), now);
  const [, , beaten] = await db.batch([ended, startProgress(db), beats]);
  return beaten.length > 0;
}

/** A storm must not write a row more for each of its messages. */
const MIN_GAP_MS = 10 * SECOND_MS;

/** Goes into the batch that stores what a source has sent. */
export function beatsOfSource(db: WriteDb, source: AlertSourceID) {
  const now = Date.now();
  const isNews = sql`${heartbeats.lastBeatAt} <= ${isoTime(now - MIN_GAP_MS)} OR ${isMissing}`;
  return beatStatements(db, sql`${heartbeats.source} = ${source} AND (${isNews})`, isoTime(now));
}

function beatStatements(db: WriteDb, isHeard: SQL, now: string) {
  return [
    insertAlerts(db, { says: "is heard again", at: now, condition: sql`${isHeard} AND ${isMissing}` }),
    db
      .update(heartbeats)
      .set({ lastBeatAt: now, dueAt: sql`CASE WHEN NOT ${heartbeats.isPaused} THEN ${dueAfter(now)} END` })
      .where(isHeard)
      .returning({ heartbeatID: heartbeats.heartbeatID }),
  ] as const;
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
