import { count, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { ComponentStatus } from "../components/domain.ts";
import { components } from "../components/table.ts";
import { DAY_MS } from "../shared/time/domain.ts";
import type { Db } from "../storage/db.ts";
import {
  type CurrentSummary,
  isRunning,
  MAX_PAST_INCIDENTS,
  type NoticeStatus,
  openStatuses,
} from "./domain.ts";
import { type NoticeQuery, noticeIDs, unionAll } from "./reads/load.ts";
import { excerptLimits } from "./reads/load-limits.ts";
import { noticeComponents, notices, noticeUpdates } from "./table.ts";

// The + keeps SQLite off the index by age, which would read every notice to find the open ones.

export function openIncidents(limit: number): SQL {
  return noticeIDs(sql`${notices} WHERE ${notices.kind} = 'incident' AND ${inArray(notices.status, openStatuses.incident)}
    ORDER BY +${notices.createdAt} DESC, ${notices.noticeID} DESC LIMIT ${limit}`);
}

export function currentMaintenances(
  limit: number,
  statuses: readonly NoticeStatus[] = openStatuses.maintenance,
): SQL {
  return noticeIDs(sql`${notices} WHERE ${notices.kind} = 'maintenance' AND ${inArray(notices.status, [...statuses])}
    ORDER BY ${notices.status} = 'Scheduled', +${notices.startAt}, ${notices.noticeID} LIMIT ${limit}`);
}

const MAX_CURRENT = 50;

export function currentNotices(since: string | Placeholder): NoticeQuery {
  const recent = noticeIDs(
    sql`${notices} WHERE ${notices.kind} = 'incident' AND ${notices.createdAt} >= ${since}
      AND ${notices.status} = 'Resolved' ORDER BY ${notices.createdAt} DESC LIMIT ${MAX_PAST_INCIDENTS}`,
    1,
  );
  // `since` is a midnight, so `notices_over_days` has these. The + keeps SQLite off the other indexes.
  const closedSince = noticeIDs(
    sql`${notices} WHERE ${notices.changedAt} >= ${since}
      AND +${notices.kind} = 'incident' AND +${notices.status} = 'Resolved' AND ${notices.createdAt} < ${since}
      AND substr(${notices.createdAt}, 1, 10) < substr(${notices.changedAt}, 1, 10)
      AND EXISTS (SELECT 1 FROM ${noticeUpdates} WHERE ${noticeUpdates.noticeID} = ${notices.noticeID}
        AND ${noticeUpdates.createdAt} >= ${since} AND ${noticeUpdates.status} = 'Resolved')
      ORDER BY ${notices.changedAt} DESC LIMIT 200`,
    1,
  );
  const queries = [openIncidents(MAX_CURRENT), currentMaintenances(MAX_CURRENT), recent, closedSince];
  return { ids: unionAll(queries), limits: excerptLimits };
}

const YEAR_MS = 365 * DAY_MS;

export function calendarMaintenances(now: number): NoticeQuery {
  const from = (time: number) =>
    sql`${notices.kind} = 'maintenance' AND ${notices.startAt} >= ${new Date(time).toISOString()}`;
  const upcoming = noticeIDs(sql`${notices} WHERE ${from(now)} ORDER BY ${notices.startAt} LIMIT 300`);
  const past = noticeIDs(
    sql`${notices} WHERE ${from(now - YEAR_MS)} AND ${notices.startAt} < ${new Date(now).toISOString()}
      ORDER BY ${notices.startAt} DESC LIMIT 200`,
    1,
  );
  return {
    ids: unionAll([upcoming, past]),
    limits: { ...excerptLimits, updates: 1, skipsEmptyMessages: true },
  };
}

export function selectCurrent(db: Db) {
  const statuses = [...openStatuses.incident, ...openStatuses.maintenance];
  return [
    db
      .select({ status: notices.status, count: count() })
      .from(notices)
      .where(sql`${notices.kind} IN ('incident', 'maintenance') AND ${inArray(notices.status, statuses)}`)
      .groupBy(notices.kind, notices.status),
    db
      .select({ status: noticeComponents.status })
      .from(notices)
      .crossJoin(noticeComponents)
      .crossJoin(components)
      .where(
        sql`${notices.kind} = 'incident' AND ${inArray(notices.status, openStatuses.incident)}
          AND ${noticeComponents.noticeID} = ${notices.noticeID}
          AND ${components.componentID} = ${noticeComponents.componentID} AND ${components.status} = 'Under Maintenance'`,
      )
      .groupBy(noticeComponents.status),
  ] as const;
}

export function summarizeCurrent(
  counts: { status: string; count: number }[],
  underMaintenance: { status: ComponentStatus }[],
): CurrentSummary {
  const sum = (is: (status: string) => boolean) =>
    counts.reduce((total, { status, count }) => total + (is(status) ? count : 0), 0);
  return {
    openIncidents: sum((status) => openStatuses.incident.some((open) => open === status)),
    runningMaintenances: sum(isRunning),
    scheduledMaintenances: sum((status) => status === "Scheduled"),
    statusesUnderMaintenance: underMaintenance.map(({ status }) => status),
  };
}
