import { asc, eq, sql } from "drizzle-orm";
import { notFound } from "../../http/errors.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import { changeItem, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { startProgress } from "../rules/progress.ts";
import { dueAfter, insertAlerts, isMissing, later } from "./beat-alerts.ts";
import { beatPath, DEFAULT_GRACE_MINUTES, MAX_HEARTBEATS } from "./domain.ts";
import type { Heartbeat, HeartbeatChange, ListedHeartbeat, NewHeartbeat } from "./schema.ts";
import { heartbeats } from "./table.ts";

interface Target {
  heartbeatID: string;
  unchangedSince: string | undefined;
}

type Row = typeof heartbeats.$inferSelect;

export async function listHeartbeats(db: Db): Promise<ListedHeartbeat[]> {
  const rows = await db
    .select()
    .from(heartbeats)
    .orderBy(asc(heartbeats.createdAt), asc(heartbeats.heartbeatID));
  return rows.map((row) => ({
    ...toHeartbeat(row),
    lastBeatAt: row.lastBeatAt || null,
    isMissing:
      !row.isPaused && row.lastBeatAt !== "" && (row.dueAt === null || row.dueAt <= isoTime(Date.now())),
  }));
}

export async function readHeartbeat(db: Db, heartbeatID: string): Promise<Heartbeat> {
  return one(await selectHeartbeat(db, heartbeatID));
}

function selectHeartbeat(db: Db, heartbeatID: string) {
  return db.select().from(heartbeats).where(eq(heartbeats.heartbeatID, heartbeatID));
}

function toHeartbeat({ secret, lastBeatAt: _, dueAt: __, createdAt, updatedAt, ...row }: Row): Heartbeat {
  return { ...row, path: beatPath(secret), createdAt, updatedAt };
}

function one([row]: Row[]): Heartbeat {
  if (!row) throw notFound("heartbeat");
  return toHeartbeat(row);
}

/** @throws HttpError 409 if there are already `MAX_HEARTBEATS` */
export async function addHeartbeat(db: WriteDb<"console">, input: NewHeartbeat): Promise<Heartbeat> {
  const heartbeatID = idForNewItem(db);
  const now = isoTime(Date.now());
  const write = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${heartbeats}) < ${MAX_HEARTBEATS}`),
    db.insert(heartbeats).values({
      graceMinutes: DEFAULT_GRACE_MINUTES,
      ...omitUndefined(input),
      name: input.name,
      periodMinutes: input.periodMinutes,
      heartbeatID,
      secret: newID() + newID(),
      createdAt: now,
      updatedAt: now,
    }),
    selectHeartbeat(db, heartbeatID),
  ]);
  const [, , added] = await requireCapacity(MAX_HEARTBEATS, "heartbeats", write);
  return one(added);
}

/**
 * Another period counts from the last beat. Pausing one that is missing ends its alert.
 * @throws HttpError 404, or 409 if it has changed since `unchangedSince`
 */
export async function changeHeartbeat(
  db: WriteDb<"console">,
  { heartbeatID, unchangedSince }: Target,
  change: HeartbeatChange,
): Promise<Heartbeat> {
  const condition = eq(heartbeats.heartbeatID, heartbeatID);
  const read = () => readHeartbeat(db, heartbeatID);
  return changeItem(db, { table: heartbeats, condition, unchangedSince }, read, async (_, version) => {
    const pauses = change.isPaused ? sql`${condition} AND ${isMissing}` : sql`false`;
    const [, , , , changed] = await db.batch([
      version.unchanged,
      insertAlerts(db, { says: "is paused", at: version.now, condition: pauses }),
      startProgress(db),
      db
        .update(heartbeats)
        .set({ ...omitUndefined(change), dueAt: changedDueAt(change, version.now), updatedAt: version.now })
        .where(condition),
      selectHeartbeat(db, heartbeatID),
    ]);
    return one(changed);
  });
}

/** Whoever goes on after a pause has a whole period to be heard. */
function changedDueAt({ isPaused, periodMinutes, graceMinutes }: HeartbeatChange, now: string) {
  if (isPaused) return null;
  const { dueAt, lastBeatAt, periodMinutes: period, graceMinutes: grace } = heartbeats;
  const goesOn = sql`${heartbeats.isPaused} AND ${lastBeatAt} <> ''`;
  const before =
    isPaused === false ? sql`CASE WHEN ${goesOn} THEN ${dueAfter(now)} ELSE ${dueAt} END` : sql`${dueAt}`;
  return later(before, sql`${periodMinutes ?? period} + ${graceMinutes ?? grace} - ${period} - ${grace}`);
}

/** Ends its alert. Succeeds if it is already deleted. @throws HttpError 409 if it has changed since `unchangedSince` */
export async function deleteHeartbeat(
  db: WriteDb<"console">,
  { heartbeatID, unchangedSince }: Target,
): Promise<void> {
  const condition = eq(heartbeats.heartbeatID, heartbeatID);
  const deletion = db.batch([
    guardUnchanged(db, { table: heartbeats, condition, unchangedSince }),
    insertAlerts(db, {
      says: "is deleted",
      at: isoTime(Date.now()),
      condition: sql`${condition} AND ${isMissing}`,
    }),
    startProgress(db),
    db.delete(heartbeats).where(condition),
  ]);
  await requireUnchanged(deletion, () => readHeartbeat(db, heartbeatID));
}
