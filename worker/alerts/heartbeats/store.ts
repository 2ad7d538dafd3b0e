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
    isMissing: row.lastBeatAt !== "" && (row.dueAt === null || row.dueAt <= isoTime(Date.now())),
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

/** Another period counts from the last beat. @throws HttpError 404, or 409 if it has changed since `unchangedSince` */
export async function changeHeartbeat(
  db: WriteDb<"console">,
  { heartbeatID, unchangedSince }: Target,
  change: HeartbeatChange,
): Promise<Heartbeat> {
  const condition = eq(heartbeats.heartbeatID, heartbeatID);
  const read = () => readHeartbeat(db, heartbeatID);
  return changeItem(db, { table: heartbeats, condition, unchangedSince }, read, async (_, version) => {
    const [, , , changed] = await db.batch([
      version.unchanged,
      db
        .update(heartbeats)
        .set({ ...omitUndefined(change), updatedAt: version.now })
        .where(condition),
      db
        .update(heartbeats)
        .set({ dueAt: dueAfter(sql`${heartbeats.lastBeatAt}`) })
        .where(sql`${condition} AND ${heartbeats.dueAt} IS NOT NULL`),
      selectHeartbeat(db, heartbeatID),
    ]);
    return one(changed);
  });
}

/** Succeeds if it is already deleted. @throws HttpError 409 if it has changed since `unchangedSince` */
export async function deleteHeartbeat(
  db: WriteDb<"console">,
  { heartbeatID, unchangedSince }: Target,
): Promise<void> {
  const condition = eq(heartbeats.heartbeatID, heartbeatID);
  const deletion = db.batch([
    guardUnchanged(db, { table: heartbeats, condition, unchangedSince }),
    db.delete(heartbeats).where(condition),
  ]);
  await requireUnchanged(deletion, () => readHeartbeat(db, heartbeatID));
}

/** @param from a time as SQL */
export function dueAfter(from: ReturnType<typeof sql>) {
  const seconds = sql`60 * (${heartbeats.periodMinutes} + ${heartbeats.graceMinutes})`;
  return sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${from}, '+' || (${seconds}) || ' seconds')`;
}
