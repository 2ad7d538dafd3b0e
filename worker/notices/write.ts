import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { listed } from "../components/history.ts";
import type { ComponentStatuses } from "../components/schema.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import { guard, isUnmet } from "../guard.ts";
import { newID } from "../ids.ts";
import { isNotice, type Notice, newestUpdateFirst, readNotice } from "./store.ts";
import { type NoticeKind, noticeComponents, notices, noticeUpdates } from "./table.ts";

/** A `noticeUpdates` row without its id. */
type Update = Omit<typeof noticeUpdates.$inferInsert, "noticeUpdateID">;

/** What a PATCH of a notice may carry; `status`, `message` or `components` append an update. */
export interface NoticeChange {
  name?: string | undefined;
  status?: string | undefined;
  message?: string | undefined;
  components?: ComponentStatuses | undefined;
  createdAt?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
}

export type NewNotice = NoticeChange & { name: string; status: string };

/** A notice on its way from one status to another; `from` is null before it is there. */
export interface Move {
  noticeID: string;
  from: string | null;
  to: string;
  touched: ComponentStatuses;
  at: string;
  now: string;
}

/** Where incidents and maintenances differ. */
export interface Rules {
  kind: NoticeKind;
  /** The notice as the API answers it. */
  answer: (notice: Notice) => object;
  /** Throws a Refusal for what can not be, whichever of its fields changed. */
  check?: (notice: { startAt: string | null; endAt: string | null }) => void;
  /** What a move does to components, for the batch of the move. */
  effects: (db: Db, move: Move) => BatchItem<"sqlite">[];
}

/** The notice, its first update and the components it names change together or not at all. */
export async function openNotice(db: Db, rules: Rules, input: NewNotice): Promise<Notice> {
  const { kind } = rules;
  const { name, status, message = "", components: touched = [], startAt = null, endAt = null } = input;
  rules.check?.({ startAt, endAt });
  refuseUnknownComponents(await selectUnknownComponents(db, touched));
  const now = new Date().toISOString();
  const createdAt = input.createdAt ?? now;
  const noticeID = newID();
  const notice = { noticeID, kind, name, status, message, startAt, endAt, createdAt, updatedAt: now };
  await db.batch([
    db.insert(notices).values(notice),
    appendUpdate(db, { noticeID, status, message, createdAt, updatedAt: now }),
    touchComponents(db, noticeID, touched),
    ...rules.effects(db, { noticeID, from: null, to: status, touched, at: createdAt, now }),
    raiseContentVersion(db),
  ]);
  return readNotice(db, kind, noticeID);
}

/**
 * @param unchangedSince the `updatedAt` that the change was made on; refused with 409 when it has moved on
 * @throws Refusal 404, 409, or 400 for an unknown component
 */
export async function changeNotice(
  db: Db,
  rules: Rules,
  { noticeID, unchangedSince }: { noticeID: string; unchangedSince: string | undefined },
  change: NoticeChange,
): Promise<Notice> {
  const { kind } = rules;
  const { components: touched = [], ...fields } = change;
  const [found, unknown] = await db.batch([
    db.select().from(notices).where(isNotice(kind, noticeID)),
    selectUnknownComponents(db, touched),
  ]);
  const [current] = found;
  if (!current) throw notFound(`${kind} ${noticeID}`);
  rules.check?.({ startAt: fields.startAt ?? current.startAt, endAt: fields.endAt ?? current.endAt });
  refuseUnknownComponents(unknown);
  const now = new Date().toISOString();
  const status = fields.status ?? current.status;
  const saysSomething = [fields.status, fields.message, change.components].some((said) => said !== undefined);
  const update = { noticeID, status, message: fields.message ?? "", createdAt: now, updatedAt: now };
  // What the effects are reckoned from must still be so when they are written.
  const expected = sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${isNotice(kind, noticeID)}
    AND ${notices.status} = ${current.status}
    AND ${notices.updatedAt} = ${unchangedSince ?? sql`${notices.updatedAt}`})`;
  try {
    await db.batch([
      guard(db, expected),
      db
        .update(notices)
        .set({ ...fields, status, updatedAt: now })
        .where(eq(notices.noticeID, noticeID)),
      ...(saysSomething ? [appendUpdate(db, update)] : []),
      touchComponents(db, noticeID, touched),
      ...rules.effects(db, { noticeID, from: current.status, to: status, touched, at: now, now }),
      followNewestUpdate(db, noticeID),
      raiseContentVersion(db),
    ]);
  } catch (error) {
    if (isUnmet(error)) throw changedMeanwhile(rules.answer(await readNotice(db, kind, noticeID)));
    throw error;
  }
  return readNotice(db, kind, noticeID);
}

export async function changeNoticeUpdate(
  db: Db,
  { kind, noticeID, noticeUpdateID }: { kind: NoticeKind; noticeID: string; noticeUpdateID: string },
  change: { status?: string | undefined; message?: string | undefined; createdAt?: string | undefined },
) {
  const now = new Date().toISOString();
  const [changed] = await db.batch([
    db
      .update(noticeUpdates)
      .set({ ...change, updatedAt: now })
      .where(
        sql`${noticeUpdates.noticeUpdateID} = ${noticeUpdateID} AND ${noticeUpdates.noticeID} IN (
          SELECT ${notices.noticeID} FROM ${notices} WHERE ${isNotice(kind, noticeID)})`,
      )
      .returning(),
    followNewestUpdate(db, noticeID),
    raiseContentVersion(db),
  ]);
  if (!changed[0]) throw notFound(`update ${noticeUpdateID} of ${kind} ${noticeID}`);
  return changed[0];
}

/** Its updates go too, its components' statuses stay; deleting what is not there changes nothing. */
export async function deleteNotice(db: Db, kind: NoticeKind, noticeID: string): Promise<void> {
  await db.batch([db.delete(notices).where(isNotice(kind, noticeID)), raiseContentVersion(db)]);
}

export function appendUpdate(db: Db, update: Update) {
  return db.insert(noticeUpdates).values({ noticeUpdateID: newID(), ...update });
}

/** Keeps what a notice says about components. */
function touchComponents(db: Db, noticeID: string, touched: ComponentStatuses) {
  return db
    .insert(noticeComponents)
    .select(sql`SELECT ${noticeID}, component_id, status, NULL FROM ${listed(touched)} WHERE true`)
    .onConflictDoUpdate({
      target: [noticeComponents.noticeID, noticeComponents.componentID],
      set: { status: sql`excluded.status` },
    });
}

/** An update's time can be edited, so which one is newest is asked again after every write. */
export function followNewestUpdate(db: Db, noticeID: string) {
  const newest = db
    .select()
    .from(noticeUpdates)
    .where(eq(noticeUpdates.noticeID, noticeID))
    .orderBy(...newestUpdateFirst)
    .limit(1)
    .as("newest");
  return db
    .update(notices)
    .set({ status: sql`${newest.status}`, message: sql`${newest.message}` })
    .from(newest)
    .where(eq(notices.noticeID, noticeID));
}
