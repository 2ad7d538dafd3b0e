import { gt, sql } from "drizzle-orm";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import type { AlertSourceID, RefusalReason } from "../domain.ts";
import { alertRefusals } from "./table.ts";

/** A flood of refused messages must not become one of writes. */
const MIN_WRITE_GAP_MS = MINUTE_MS;

/** Refused since the last write, by source and reason. */
const uncounted = new Map<string, { count: number; writtenAt: number }>();

/** Counts a refused message, and keeps nothing else of it. Of a flood, some of the last ones are never counted. */
export async function countRefusal(db: WriteDb, source: AlertSourceID, reason: RefusalReason): Promise<void> {
  const now = Date.now();
  const key = `${source} ${reason}`;
  const { count, writtenAt } = uncounted.get(key) ?? { count: 0, writtenAt: Number.NEGATIVE_INFINITY };
  const isWritten = now - writtenAt >= MIN_WRITE_GAP_MS;
  uncounted.set(key, isWritten ? { count: 0, writtenAt: now } : { count: count + 1, writtenAt });
  if (!isWritten) return;
  await db.batch([
    db
      .insert(alertRefusals)
      .values({ source, reason, count: count + 1, lastAt: isoTime(now) })
      .onConflictDoUpdate({
        target: [alertRefusals.source, alertRefusals.reason],
        set: {
          count: sql`iif(${alertRefusals.lastAt} > ${dayBefore(now)}, ${alertRefusals.count}, 0) + excluded.count`,
          lastAt: sql`excluded.last_at`,
        },
      }),
  ]);
}

export function selectRefusals(db: Db) {
  return db
    .select()
    .from(alertRefusals)
    .where(gt(alertRefusals.lastAt, dayBefore(Date.now())));
}

function dayBefore(time: number): string {
  return isoTime(time - DAY_MS);
}
