import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../../components/schema.ts";
import { statusRows } from "../../components/status-history.ts";
import { components } from "../../components/table.ts";
import { nextReminderAt } from "../../notify/subscribers/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { copyNoticeTimes } from "../component-times.ts";
import type { NoticeStatus, PlannedWindow } from "../domain.ts";
import { windowAfter } from "../maintenance/domain.ts";
import { newestUpdateFirst } from "../store.ts";
import { noticeComponents, notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";
import type { KindBehavior, StatusTransition } from "./kind-behavior.ts";

type Update = typeof noticeUpdates.$inferInsert;
type StoredNotice = Pick<
  typeof notices.$inferSelect,
  "noticeID" | "status" | "startAt" | "endAt" | "plannedStartAt" | "plannedEndAt" | "sequence"
>;

/**
 * Fails the batch if the notice has changed since it was read.
 * @param postedAt the time of the update to append; the guard fails if another update is as new
 */
export function guardNotice(
  db: Db,
  { noticeID, status, startAt, endAt, updatedAt }: typeof notices.$inferSelect,
  postedAt?: string,
) {
  const noNewerUpdate =
    postedAt === undefined
      ? sql``
      : sql`AND NOT EXISTS (SELECT 1 FROM ${noticeUpdates}
        WHERE ${noticeUpdates.noticeID} = ${noticeID} AND ${noticeUpdates.createdAt} >= ${postedAt})`;
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.noticeID} = ${noticeID}
      AND ${notices.status} = ${status} AND ${notices.updatedAt} = ${updatedAt}
      AND ${notices.startAt} IS ${startAt} AND ${notices.endAt} IS ${endAt}) ${noNewerUpdate}`,
  );
}

export function guardUpdate(
  db: Db,
  { noticeUpdateID, updatedAt }: { noticeUpdateID: string; updatedAt: string },
) {
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${noticeUpdates}
      WHERE ${noticeUpdates.noticeUpdateID} = ${noticeUpdateID} AND ${noticeUpdates.updatedAt} = ${updatedAt})`,
  );
}

/** A moved window has a higher sequence, by which calendars tell the newest event, and other reminders. */
export function windowColumns(
  current: Pick<typeof notices.$inferSelect, "startAt" | "endAt" | "sequence">,
  { startAt, endAt, plannedStartAt = null, plannedEndAt = null }: PlannedWindow,
  now: string,
) {
  const moves = startAt !== current.startAt || endAt !== current.endAt;
  return {
    plannedStartAt,
    plannedEndAt,
    ...(moves && { startAt, endAt, sequence: current.sequence + 1 }),
    ...(startAt !== current.startAt && { nextReminderAt: nextReminderAt(startAt, now) }),
  };
}

/** The notice and its components follow an update that is the newest now. */
export function followUpdate(
  db: WriteDb<"public">,
  behavior: KindBehavior,
  { notice, to, now }: { notice: StoredNotice; to: NoticeStatus; now: string },
): BatchItem<"sqlite">[] {
  const { noticeID, status: from } = notice;
  const window = windowAfter(notice, { status: to }, now);
  return [
    db
      .update(notices)
      .set({ ...windowColumns(notice, window, now), status: to, editedAt: now })
      .where(eq(notices.noticeID, noticeID)),
    ...(to === from
      ? []
      : behavior.changeComponents(db, { noticeID, from, to, components: [], at: now, now })),
    ...syncWithNewestUpdate(db, noticeID),
  ];
}

/** Adds an update, changes the components, and records the status of each before and after. */
export function appendUpdate(
  db: WriteDb<"public">,
  behavior: KindBehavior,
  update: Update,
  transition: StatusTransition,
): BatchItem<"sqlite">[] {
  const { noticeUpdateID, noticeID } = update;
  const { starts, restores, sets } = behavior.componentEffects(transition);
  const newStatuses = db
    .update(noticeUpdateComponents)
    .set({ newStatus: sql`${components.status}` })
    .from(components)
    .where(
      and(
        eq(noticeUpdateComponents.noticeUpdateID, noticeUpdateID),
        eq(components.componentID, noticeUpdateComponents.componentID),
      ),
    );
  return [
    db.insert(noticeUpdates).values(update),
    db.insert(noticeUpdateComponents).select(sql`
      SELECT ${noticeUpdateID}, c.component_id, c.name, c.status, coalesce(named.status, c.status)
      FROM ${noticeComponents} AS nc JOIN ${components} AS c ON c.component_id = nc.component_id
      LEFT JOIN ${statusRows(sets)} AS named ON named.component_id = c.component_id
      WHERE nc.notice_id = ${noticeID}`),
    ...behavior.changeComponents(db, transition),
    // A start or end computes statuses in SQL, so they are copied after it.
    ...(starts || restores ? [newStatuses] : []),
  ];
}

/** Must follow the statement that writes the notice, whose times it copies. SQLite needs `WHERE` to tell `ON CONFLICT` from a join. */
export function saveNoticeComponents(db: WriteDb, noticeID: string, statuses: ComponentStatuses) {
  return db
    .insert(noticeComponents)
    .select(sql`
      SELECT n.notice_id, named.component_id, named.status, NULL, NULL, n.created_at, n.changed_at
      FROM ${statusRows(statuses)} AS named JOIN ${notices} AS n ON n.notice_id = ${noticeID} WHERE true`)
    .onConflictDoUpdate({
      target: [noticeComponents.noticeID, noticeComponents.componentID],
      set: { status: sql`excluded.status` },
    });
}

/** Must end every batch that changes a notice. An update's time can be edited, so the newest one is looked up each time. */
export function syncWithNewestUpdate(db: WriteDb, noticeID: string) {
  return [copyNewestUpdate(db, noticeID), copyNoticeTimes(db, noticeID)];
}

function copyNewestUpdate(db: WriteDb, noticeID: string) {
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
