import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { metrics } from "../../metrics/table.ts";
import { notices } from "../../notices/table.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { restores } from "./table.ts";

export type Restore = typeof restores.$inferSelect;

/** No maintenance is rescheduled more often than this between a backup and its restore. */
const SEQUENCE_STEP = 1000;

export async function readRestore(db: Db): Promise<Restore | undefined> {
  return db.select().from(restores).get();
}

/** Calendars ignore an event whose sequence is lower than the one they have (RFC 5545 §3.8.7.4). */
export async function invalidateCalendars(db: WriteDb<"public">): Promise<void> {
  await db.batch([
    db
      .update(notices)
      .set({ sequence: sql`${notices.sequence} + ${SEQUENCE_STEP}` })
      .where(
        and(
          eq(notices.kind, "maintenance"),
          inArray(notices.status, ["Scheduled", "In Progress", "Verifying"]),
        ),
      ),
    updateRestore(db, { step: "snapshots" }),
  ]);
}

export function updateRestore(db: WriteDb, change: Partial<Restore>) {
  return db.update(restores).set(change);
}

export async function endRestore(db: WriteDb): Promise<void> {
  await db.batch([db.delete(restores)]);
}

export async function readMetricIDs(db: Db): Promise<string[]> {
  const rows = await db.select({ id: metrics.metricID }).from(metrics).orderBy(asc(metrics.metricID));
  return rows.map(({ id }) => id);
}
