import { count, desc, isNotNull, max, ne, type SQL, sql } from "drizzle-orm";
import { selectMissing } from "../alerts/heartbeats/beat-alerts.ts";
import { selectRefusals } from "../alerts/received/refusals.ts";
import { selectProgress } from "../backup/nightly/store.ts";
import { metricBackfills, metrics } from "../metrics/table.ts";
import { endpoints } from "../notify/endpoints/table.ts";
import { selectBounceCounts } from "../notify/mail/confirmation-store.ts";
import { selectMailError } from "../notify/mail/mail-error.ts";
import type { Lane } from "../notify/outbox/domain.ts";
import { deliveries, lanes, messageLanes } from "../notify/outbox/table.ts";
import { selectReachedLimits } from "../notify/subscribers/call-limits.ts";
import { selectSettings, settingsOrDefaults } from "../settings/store.ts";
import { apiKeys } from "../settings/table.ts";
import { SECOND_MS } from "../shared/time/domain.ts";
import type { Db } from "../storage/db.ts";
import { selectUnfinished } from "../storage/writes/unfinished-restore.ts";
import { cronRuns } from "./table.ts";

/** @returns milliseconds since the epoch */
export async function readDatabaseClock(db: Db): Promise<number> {
  const [row] = await db
    .select({ now: sql<number>`unixepoch('subsec') * ${SECOND_MS}` })
    .from(sql`(SELECT 1)`);
  return Number(row?.now);
}

/** A backlog can be long, so it is counted up to here. */
export const MAX_COUNTED = 10_000;

export type Records = Awaited<ReturnType<typeof readRecords>>;

/** What the checks look at in the database, in one batch. */
export async function readRecords(db: Db) {
  const [
    [cron],
    settings,
    [mailError],
    [pause],
    bounces,
    limits,
    [emails],
    [undelivered],
    [ofEndpoints],
    [paused],
    [collection],
    [backfills],
    [nightly],
    [restore],
    [key],
    [endpoint],
    silent,
    refusals,
  ] = await selectRecords(db);
  return {
    cronRanAt: cron?.lastRunAt,
    settings: settingsOrDefaults(settings),
    mailError: mailError?.error ?? "",
    mailPausedUntil: pause?.until ?? "",
    bounces,
    limits,
    waitingEmails: emails?.count ?? 0,
    emailsDueSince: earliest([emails?.dueSince, undelivered?.oldest]),
    endpoints: {
      waiting: ofEndpoints?.count ?? 0,
      dueSince: ofEndpoints?.dueSince ?? null,
      paused: paused?.count ?? 0,
    },
    metrics: collection,
    backfillDays: backfills?.count ?? 0,
    nightlyExport: nightly,
    restore,
    alerts: { silent, refusals },
    /** Empty texts if there is none, or its value isn't encrypted yet. */
    newest: { apiKey: key?.encrypted ?? "", endpoint: endpoint?.encrypted ?? "" },
  };
}

function selectRecords(db: Db) {
  return db.batch([
    db.select().from(cronRuns).limit(1),
    selectSettings(db),
    selectMailError(db),
    db.select({ until: max(lanes.pausedUntil) }).from(lanes),
    selectBounceCounts(db),
    selectReachedLimits(db),
    selectWaiting(
      db,
      ["MAIL", "CONFIRMATIONS"],
      sql`next_at IS NOT NULL AND lane IN ('MAIL', 'CONFIRMATIONS')`,
    ),
    selectOldestUndelivered(db),
    selectWaiting(db, ["TEAM", "CHAT", "ENDPOINTS"], sql`channel <> 'email'`),
    db.select({ count: count() }).from(endpoints).where(isNotNull(endpoints.pausedSince)),
    selectCollection(db),
    selectBackfillCount(db),
    selectProgress(db),
    selectUnfinished(db),
    selectNewestAPIKey(db),
    db.select({ encrypted: endpoints.address }).from(endpoints).orderBy(desc(sql`rowid`)).limit(1),
    selectMissing(db),
    selectRefusals(db),
  ]);
}

function earliest(times: (string | null | undefined)[]): string | undefined {
  return times.filter((time) => typeof time === "string").sort()[0];
}

/** `next_at` is when a delivery is due, so an old one means that nothing sends it. A backlog is counted by an index. */
function selectWaiting(db: Db, names: Lane[], waiting: SQL) {
  const each = JSON.stringify(names.flatMap((lane) => [0, 1].map((isSlow) => ({ lane, isSlow }))));
  const oldest = sql`SELECT (SELECT min(next_at) FROM ${deliveries} WHERE state = 'waiting' AND next_at IS NOT NULL
    AND lane = value ->> 'lane' AND is_slow = value ->> 'isSlow') AS at FROM json_each(${each})`;
  return db
    .select({
      count:
        sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${deliveries} WHERE state = 'waiting' AND ${waiting} LIMIT ${MAX_COUNTED}))`.as(
          "count",
        ),
      dueSince: sql<string | null>`(SELECT min(at) FROM (${oldest}))`.as("due_since"),
    })
    .from(sql`(SELECT 1)`);
}

function selectOldestUndelivered(db: Db) {
  return db
    .select({ oldest: sql<string | null>`min(${messageLanes.dueAt})` })
    .from(messageLanes)
    .where(sql`state = 'waiting' AND lane = 'MAIL'`);
}

function selectBackfillCount(db: Db) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(sql`(SELECT 1 FROM ${metricBackfills} LIMIT ${MAX_COUNTED})`);
}

function selectNewestAPIKey(db: Db) {
  return db
    .select({ encrypted: apiKeys.encryptedValue })
    .from(apiKeys)
    .where(ne(apiKeys.encryptedValue, ""))
    .orderBy(desc(apiKeys.createdDate))
    .limit(1);
}

function selectCollection(db: Db) {
  const { collectionError, collectedUntil, type } = metrics;
  return db
    .select({
      collected: sql<number>`count(*)`.as("collected"),
      fromCloudWatch: sql<number>`coalesce(sum(${type} = 'CloudWatch'), 0)`.as("from_cloudwatch"),
      failing: sql<number>`coalesce(sum(${collectionError} <> ''), 0)`.as("failing"),
      collectedUntil: sql<string | null>`min(iif(${collectionError} = '', ${collectedUntil}, NULL))`.as(
        "collected_until",
      ),
    })
    .from(metrics)
    .where(ne(type, "Self"));
}
