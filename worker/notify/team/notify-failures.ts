import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { metrics } from "../../metrics/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { guard, ifGuardFails } from "../../storage/writes/batch-guard.ts";
import { type Failure, type FailureType, failureGapMs, MAX_FAILURE_ITEMS } from "../failures/domain.ts";
import { type FailureKind, failures } from "../failures/table.ts";
import { queueFor } from "../outbox/queue.ts";
import { isLaneOn, isNotPaused } from "../outbox/recipients.ts";
import { messages } from "../outbox/table.ts";
import { subscribers } from "../subscribers/table.ts";

/** Later messages have the others. */
const MAX_READ = 1000;

/** One message for each type, unless there was one a short time ago. */
export async function notifyTeamOfFailures(db: WriteDb<"mail">, minute: string): Promise<void> {
  const rows = await selectFailures(db);
  if (rows.length === 0) return;
  const over = rows.filter(isOver);
  const unsent = rows.filter((row) => !isOver(row) && row.notifiedAt === null);
  const ofKind = (kind: FailureKind) => unsent.filter((row) => row.kind === kind);
  await forgetRecovered(db, over);
  await notifyTeam(db, minute, "metrics_failing", ofKind("metric"), (sent) => markNotified(db, sent, minute));
  const working = over.filter(({ notifiedAt }) => notifiedAt !== null).map((row) => ({ ...row, reason: "" }));
  await notifyTeam(db, minute, "metrics_working", working, (sent) => forget(db, sent));
  await notifyTeam(db, minute, "emails_bounced", ofKind("bounce"), (sent) => subtractBounces(db, sent));
  await notifyTeam(db, minute, "channels_stopped", ofKind("channel"), (sent) => forget(db, sent));
}

type Row = Awaited<ReturnType<typeof selectFailures>>[number];

function selectFailures(db: Db) {
  const { kind, subjectID, name, reason, count, at, notifiedAt } = failures;
  return db
    .select({ kind, subjectID, name, reason, count, at, notifiedAt, metricError: metrics.collectionError })
    .from(failures)
    .leftJoin(metrics, sql`${kind} = 'metric' AND ${metrics.metricID} = ${subjectID}`)
    .orderBy(kind, failures.at)
    .limit(MAX_READ);
}

/** A metric works again, was deleted, or got another source. */
function isOver({ kind, metricError }: Row): boolean {
  return kind === "metric" && (metricError ?? "") === "";
}

/** Forgets what failed and works again before anyone was notified. */
async function forgetRecovered(db: WriteDb, over: Row[]): Promise<void> {
  const [first, ...others] = forget(
    db,
    over.filter(({ notifiedAt, metricError }) => notifiedAt === null || metricError === null),
  );
  if (first) await db.batch([first, ...others]);
}

async function notifyTeam(
  db: WriteDb<"mail">,
  minute: string,
  type: FailureType,
  rows: Row[],
  done: (rows: Row[]) => BatchItem<"sqlite">[],
): Promise<void> {
  const present = rows.filter(({ kind, metricError }) => kind !== "metric" || metricError !== null);
  if (present.length === 0) return;
  const failure: Failure = {
    type,
    count: present.reduce((sum, { count }) => sum + count, 0),
    items: present.slice(0, MAX_FAILURE_ITEMS).map(({ name, reason }) => ({ name, reason })),
    createdAt: minute,
  };
  const subjectIDs = present.map(({ subjectID }) => subjectID);
  const batch = db.batch([
    guard(db, isNotTooSoon(type, minute)),
    ...queueFailure(db, failure, subjectIDs),
    ...done(present),
  ]);
  await ifGuardFails<unknown>(batch, () => undefined); // another run was faster
}

/** @param exceptIDs channels that don't get it */
export function queueFailure(
  db: WriteDb<"mail">,
  failure: Failure,
  exceptIDs: string[] = [],
): BatchItem<"sqlite">[] {
  const messageID = newID();
  const recipients = sql`s.state = 'confirmed' AND s.is_team AND s.hears_failures
    AND s.subscriber_id NOT IN (SELECT value FROM json_each(${JSON.stringify(exceptIDs)}))
    AND ${isLaneOn(sql`s.lane`)} AND ${isNotPaused}`;
  return [insertMessage(db, { messageID, failure, recipients }), queueFor(db, messageID, { recipients })];
}

function isNotTooSoon(type: FailureType, minute: string): SQL {
  const since = isoTime(Date.parse(minute) - failureGapMs[type]);
  // The kind is written out, so that the partial index is used.
  return sql`NOT EXISTS (SELECT 1 FROM ${messages} WHERE kind = 'failure' AND created_at > ${since}
    AND failure ->> 'type' = ${type})`;
}

function insertMessage(
  db: WriteDb<"mail">,
  { messageID, failure, recipients }: { messageID: string; failure: Failure; recipients: SQL },
) {
  return db.insert(messages).select(sql`
    SELECT ${messageID}, 'failure', NULL, NULL, NULL, ${failure.createdAt}, ${JSON.stringify(failure)} FROM (SELECT 1)
    WHERE EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE ${recipients})`);
}

/** A row that has changed meanwhile stays. */
function areAsRead(rows: Row[]): SQL {
  const read = JSON.stringify(rows.map(({ kind, subjectID, at }) => ({ kind, subjectID, at })));
  return sql`EXISTS (SELECT 1 FROM json_each(${read}) AS read WHERE read.value ->> 'kind' = ${failures.kind}
    AND read.value ->> 'subjectID' = ${failures.subjectID} AND read.value ->> 'at' = ${failures.at})`;
}

function markNotified(db: WriteDb, rows: Row[], notifiedAt: string): BatchItem<"sqlite">[] {
  return [db.update(failures).set({ notifiedAt }).where(areAsRead(rows))];
}

function forget(db: WriteDb, rows: Row[]): BatchItem<"sqlite">[] {
  return rows.length === 0 ? [] : [db.delete(failures).where(areAsRead(rows))];
}

function subtractBounces(db: WriteDb, [row]: Row[]): BatchItem<"sqlite">[] {
  const condition = eq(failures.kind, "bounce");
  return [
    db
      .update(failures)
      .set({ count: sql`${failures.count} - ${row?.count ?? 0}` })
      .where(condition),
    db.delete(failures).where(sql`${condition} AND ${failures.count} <= 0`),
  ];
}
