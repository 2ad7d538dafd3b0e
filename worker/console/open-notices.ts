import { inArray, sql } from "drizzle-orm";
import { severitySQL } from "../components/status-history.ts";
import { openStatuses, type StatusOf } from "../notices/domain.ts";
import { noticeComponents, notices, noticeUpdates } from "../notices/table.ts";
import type { Db } from "../storage/db.ts";

const MAX_LISTED = 50;
/** At most this many updates are read to find `statusSince`. If all have the current status, it is the time of the oldest one. */
const MAX_READ_UPDATES = 50;

type OpenStatus<Kind extends "incident" | "maintenance"> = Extract<
  StatusOf<Kind>,
  (typeof openStatuses)[Kind][number]
>;

/** That of the component that an incident affects most. */
const worstSeverity = sql<number>`coalesce((SELECT max(${severitySQL(sql`nc.status`)}) FROM ${noticeComponents} AS nc
  WHERE nc.notice_id = notices.notice_id), 0)`;

/** The worst first, and of those that are as bad the newest. */
export function selectOpenIncidents(db: Db) {
  const fromUpdates = sql`FROM ${noticeUpdates} AS u WHERE u.notice_id = ${notices.noticeID}`;
  const newestFirst = sql`${fromUpdates} ORDER BY u.created_at DESC`;
  const newestAt = sql`(SELECT max(u.created_at) ${fromUpdates})`;
  const previousStatusAt = sql`coalesce(
    (SELECT created_at FROM (SELECT u.status, u.created_at ${newestFirst} LIMIT ${MAX_READ_UPDATES})
      WHERE status <> ${notices.status} LIMIT 1),
    (SELECT u.created_at ${newestFirst} LIMIT 1 OFFSET ${MAX_READ_UPDATES}), '')`;
  return (
    db
      .select({
        incidentID: notices.noticeID,
        name: notices.name,
        status: sql<OpenStatus<"incident">>`${notices.status}`,
        severity: worstSeverity.as("severity"),
        lastUpdateAt: sql<string>`${newestAt}`,
        statusSince: sql<string>`coalesce((SELECT min(u.created_at) ${fromUpdates} AND u.created_at > ${previousStatusAt}), ${newestAt})`,
      })
      .from(notices)
      .where(sql`${notices.kind} = 'incident' AND ${inArray(notices.status, openStatuses.incident)}`)
      // The + keeps SQLite off the index by age, which would read every incident to find the open ones.
      .orderBy(sql`severity DESC, +${notices.createdAt} DESC, ${notices.noticeID} DESC`)
      .limit(MAX_LISTED)
  );
}

/** Selects those in progress, and after them the next scheduled one. */
export function selectNextMaintenances(db: Db) {
  // The statuses are literals, because SQLite doesn't match parameters to the condition of a partial index.
  const runningMaintenances = sql`SELECT * FROM (SELECT notice_id FROM ${notices}
    WHERE kind = 'maintenance' AND status IN ('In Progress', 'Verifying') ORDER BY end_at LIMIT ${MAX_LISTED})`;
  const next = sql`SELECT * FROM (SELECT notice_id FROM ${notices}
    WHERE kind = 'maintenance' AND status = 'Scheduled' ORDER BY start_at LIMIT 1)`;
  return db
    .select({
      maintenanceID: notices.noticeID,
      name: notices.name,
      status: sql<OpenStatus<"maintenance">>`${notices.status}`,
      startAt: sql<string>`${notices.startAt}`,
      endAt: sql<string>`${notices.endAt}`,
      updatedAt: notices.updatedAt,
    })
    .from(notices)
    .where(sql`${notices.noticeID} IN (${runningMaintenances} UNION ALL ${next})`)
    .orderBy(sql`${notices.status} = 'Scheduled', ${notices.endAt}, ${notices.noticeID}`);
}
