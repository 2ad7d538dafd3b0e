import { desc, gte, lt, sql } from "drizzle-orm";
import { DAY_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { isNotice } from "../store.ts";
import { notices } from "../table.ts";
import { cancelledMaintenances } from "./table.ts";

export type Cancelled = typeof cancelledMaintenances.$inferSelect;

/** Calendars show a deleted maintenance as canceled for a month, without its title. */
export function cancelInCalendars(db: WriteDb, maintenanceID: string, now: string) {
  return [
    db
      .delete(cancelledMaintenances)
      .where(lt(cancelledMaintenances.cancelledAt, aMonthBefore(new Date(now)))),
    db.insert(cancelledMaintenances).select(sql`
      SELECT notice_id, '', start_at, end_at, sequence + 1, created_at, ${now}
      FROM ${notices} WHERE ${isNotice("maintenance", maintenanceID)}`),
  ];
}

export function selectCancelledMaintenances(db: Db) {
  return db
    .select()
    .from(cancelledMaintenances)
    .where(gte(cancelledMaintenances.cancelledAt, aMonthBefore(new Date())))
    .orderBy(desc(cancelledMaintenances.cancelledAt))
    .limit(200);
}

function aMonthBefore(now: Date): string {
  return new Date(now.getTime() - 31 * DAY_MS).toISOString();
}
