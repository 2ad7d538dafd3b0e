import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { listed } from "../components/history.ts";
import type { ComponentStatuses } from "../components/schema.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { components } from "../components/table.ts";
import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { defined } from "../defined.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import { guard, isUnmet } from "../guard.ts";
import { newID } from "../ids.ts";
import { queueNoticeMail } from "../mail/outbox.ts";
import {
  assembleNotices,
  isNotice,
  type Notice,
  newestUpdateFirst,
  type RowsOf,
  readNotice,
  selectNotices,
} from "./store.ts";
import {
  type NoticeKind,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "./table.ts";

export type NoticeUpdate = Notice["updates"][number];

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
  notifySubscribers?: boolean | undefined;
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
  answerUpdate: (update: NoticeUpdate) => object;
  /** Throws a Refusal for what can not be, whichever of its fields changed. */
  check?: (notice: { startAt: string | null; endAt: string | null }) => void;
  /** What a move does to components, for the batch of the move. */
  effects: (db: Db, move: Move) => BatchItem<"sqlite">[];
}

/** The notice, its first update and the components it names change together or not at all. */
export async function openNotice(db: Db, rules: Rules, input: NewNotice): Promise<Notice> {
  const { kind } = rules;
  const { name, status, message = "", components: touched = [], startAt = null, endAt = null } = input;
  const { notifySubscribers = true } = input;
  rules.check?.({ startAt, endAt });
  refuseUnknownComponents(await selectUnknownComponents(db, touched));
  const now = new Date().toISOString();
  const createdAt = input.createdAt ?? now;
  const noticeID = newID();
  const notice = { noticeID, kind, name, status, message, startAt, endAt, createdAt, updatedAt: now };
  return store(db, kind, noticeID, [
    db.insert(notices).values(notice),
    touchComponents(db, noticeID, touched),
    ...appendUpdate(
      db,
      { noticeID, status, message, createdAt, updatedAt: now },
      rules.effects(db, { noticeID, from: null, to: status, touched, at: createdAt, now }),
    ),
    ...(notifySubscribers
      ? queueNoticeMail(db, { noticeID, first: true, status, message, postedAt: createdAt })
      : []),
    raiseContentVersion(db),
  ]);
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
  const { components: touched = [], notifySubscribers = true, ...fields } = change;
  const [found, unknown] = await db.batch([
    db.select().from(notices).where(isNotice(kind, noticeID)),
    selectUnknownComponents(db, touched),
  ]);
  const [current] = found;
  if (!current) throw notFound(`${kind} ${noticeID}`);
  if (unchangedSince !== undefined && unchangedSince !== current.updatedAt) {
    throw changedMeanwhile(rules.answer(await readNotice(db, kind, noticeID)));
  }
  rules.check?.({ startAt: fields.startAt ?? current.startAt, endAt: fields.endAt ?? current.endAt });
  refuseUnknownComponents(unknown);
  const now = new Date().toISOString();
  const status = fields.status ?? current.status;
  const saysSomething = [fields.status, fields.message, change.components].some((said) => said !== undefined);
  const update = { noticeID, status, message: fields.message ?? "", createdAt: now, updatedAt: now };
  const effects = rules.effects(db, { noticeID, from: current.status, to: status, touched, at: now, now });
  const statements = [
    stillAs(db, current),
    db
      .update(notices)
      .set({
        ...fields,
        status,
        updatedAt: now,
        sequence: current.sequence + (moves(current, fields) ? 1 : 0),
      })
      .where(eq(notices.noticeID, noticeID)),
    touchComponents(db, noticeID, touched),
    ...(saysSomething ? appendUpdate(db, update, effects) : effects),
    followNewestUpdate(db, noticeID),
    ...(saysSomething && notifySubscribers
      ? queueNoticeMail(db, { noticeID, first: false, status, message: update.message, postedAt: now })
      : []),
    raiseContentVersion(db),
  ];
  // Whoever came in between is seen by the second look: refused then, or merged with where nobody asked.
  return store(db, kind, noticeID, statements).catch((error: unknown) => {
    if (isUnmet(error)) return changeNotice(db, rules, { noticeID, unchangedSince }, change);
    throw error;
  });
}

/**
 * Edits one update. Where that changes which one is newest, or what it says, the notice goes along, with all that
 * its new status does to components.
 * @param unchangedSince the update's `updatedAt` that the change was made on
 */
export async function changeNoticeUpdate(
  db: Db,
  rules: Rules,
  { noticeID, noticeUpdateID, unchangedSince }: UpdateID & { unchangedSince: string | undefined },
  change: { status?: string | undefined; message?: string | undefined; createdAt?: string | undefined },
): Promise<NoticeUpdate> {
  const notice = await readNotice(db, rules.kind, noticeID);
  const before = notice.updates.find((update) => update.noticeUpdateID === noticeUpdateID);
  if (!before) throw notFound(`update ${noticeUpdateID} of ${rules.kind} ${noticeID}`);
  if (unchangedSince !== undefined && unchangedSince !== before.updatedAt) {
    throw changedMeanwhile(rules.answerUpdate(before));
  }
  const now = new Date().toISOString();
  const edited = { ...before, ...defined(change), updatedAt: now };
  const updates = notice.updates.map((update) => (update === before ? edited : update));
  // Stable, so that of the same millisecond the one stored later stays first.
  const [newest = edited] = updates.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const move = { noticeID, from: notice.status, to: newest.status, touched: [], at: now, now };
  try {
    await db.batch([
      stillAs(db, notice),
      guard(
        db,
        sql`EXISTS (SELECT 1 FROM ${noticeUpdates}
        WHERE ${noticeUpdates.noticeUpdateID} = ${noticeUpdateID} AND ${noticeUpdates.updatedAt} = ${before.updatedAt})`,
      ),
      db.update(noticeUpdates).set(edited).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID)),
      db.update(notices).set({ status: newest.status, editedAt: now }).where(eq(notices.noticeID, noticeID)),
      ...(move.from === move.to ? [] : rules.effects(db, move)),
      followNewestUpdate(db, noticeID),
      raiseContentVersion(db),
    ]);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    return changeNoticeUpdate(db, rules, { noticeID, noticeUpdateID, unchangedSince }, change);
  }
  return edited;
}

interface UpdateID {
  noticeID: string;
  noticeUpdateID: string;
}

/** Whether the change gives a maintenance another window. */
function moves({ startAt, endAt }: Window, change: NoticeChange): boolean {
  return (change.startAt ?? startAt) !== startAt || (change.endAt ?? endAt) !== endAt;
}

type Window = Pick<typeof notices.$inferSelect, "startAt" | "endAt">;

/** What a change is reckoned from must still be so when it is written. */
function stillAs(db: Db, { noticeID, status, startAt, endAt, updatedAt }: typeof notices.$inferSelect) {
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.noticeID} = ${noticeID}
      AND ${notices.status} = ${status} AND ${notices.updatedAt} = ${updatedAt}
      AND ${notices.startAt} IS ${startAt} AND ${notices.endAt} IS ${endAt})`,
  );
}

/** Writes and reads back in one batch: an answer that could not be given leaves nothing behind. */
async function store(
  db: Db,
  kind: NoticeKind,
  noticeID: string,
  [first, ...rest]: BatchItem<"sqlite">[],
): Promise<Notice> {
  const reading = selectNotices(db, { where: isNotice(kind, noticeID), limit: 1 });
  if (!first) throw new TypeError("There is nothing to store.");
  const results = await db.batch([first, ...rest, ...reading]);
  // The last of a batch's results are those of its last statements.
  const [notice] = assembleNotices(results.slice(-reading.length) as unknown as RowsOf<typeof reading>);
  if (!notice) throw notFound(`${kind} ${noticeID}`);
  return notice;
}

/**
 * Its updates go too, its components' statuses stay; deleting what is not there changes nothing.
 * @param before what else is written, while it is still there
 */
export async function deleteNotice(
  db: Db,
  kind: NoticeKind,
  noticeID: string,
  before: BatchItem<"sqlite">[] = [],
): Promise<void> {
  const deletion = [db.delete(notices).where(isNotice(kind, noticeID)), raiseContentVersion(db)] as const;
  const [first = deletion[0], ...rest] = [...before, ...deletion];
  await db.batch([first, ...rest]);
}

/** The update, what it does to components, and around that what each of the notice's was before and is after. */
export function appendUpdate(db: Db, update: Update, effects: BatchItem<"sqlite">[]): BatchItem<"sqlite">[] {
  const noticeUpdateID = newID();
  const ofThis = eq(noticeUpdateComponents.noticeUpdateID, noticeUpdateID);
  return [
    db.insert(noticeUpdates).values({ noticeUpdateID, ...update }),
    db.insert(noticeUpdateComponents).select(sql`
      SELECT ${noticeUpdateID}, c.component_id, c.name, c.status, c.status
      FROM ${noticeComponents} AS nc JOIN ${components} AS c ON c.component_id = nc.component_id
      WHERE nc.notice_id = ${update.noticeID}`),
    ...effects,
    db
      .update(noticeUpdateComponents)
      .set({ newStatus: sql`${components.status}` })
      .from(components)
      .where(and(ofThis, eq(components.componentID, noticeUpdateComponents.componentID))),
  ];
}

/** Keeps what a notice says about components. */
function touchComponents(db: Db, noticeID: string, touched: ComponentStatuses) {
  return db
    .insert(noticeComponents)
    .select(sql`SELECT ${noticeID}, component_id, status, NULL, NULL FROM ${listed(touched)} WHERE true`)
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
