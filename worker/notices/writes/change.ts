import { count, eq, max } from "drizzle-orm";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { conflict, type HttpError, notFound, stateConflict } from "../../http/errors.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { selectUnchangedDeletedComponents } from "../deleted-components.ts";
import { appendsUpdate, isOpen, type Notice, type NoticeChange, notifiesOfNewTime } from "../domain.ts";
import { windowAfter } from "../maintenance/domain.ts";
import { MAX_UPDATES } from "../reads/load-limits.ts";
import { isNotice, readNotice } from "../store.ts";
import { notices, noticeUpdates } from "../table.ts";
import { toResponse } from "../wire.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { type Creation, type NoticePlan, writeAndReadNotice } from "./notice-write.ts";
import { validateChange } from "./validate-change.ts";
import {
  appendUpdate,
  guardNotice,
  saveNoticeComponents,
  syncWithNewestUpdate,
  windowColumns,
} from "./write-statements.ts";

export interface NoticeTarget {
  noticeID: string;
  unchangedSince: string | undefined;
}

/** @throws HttpError 404, 400 for an unknown component, or 409 if the notice has changed since `unchangedSince` */
export async function changeNotice(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  { noticeID, unchangedSince }: NoticeTarget,
  change: NoticeChange,
  creation: Creation = {},
): Promise<Notice> {
  const { kind } = behavior;
  return writeAndReadNotice(db, { kind, noticeID, ...creation }, () =>
    planChange(db, behavior, { noticeID, unchangedSince }, change),
  );
}

async function planChange(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  version: NoticeTarget,
  change: NoticeChange,
): Promise<NoticePlan> {
  const { noticeID } = version;
  const { notifySubscribers = true, tellNewTime: _, restoreComponents, components: __, ...fields } = change;
  const { current, components, updates } = await readForChange(db, behavior, version, change);
  const { status = current.status } = fields;
  const now = timestampAfter(updates?.newestAt, current.changedAt);
  const window = windowAfter(current, change, now);
  const addsUpdate = appendsUpdate(change);
  if (addsUpdate && isOpen({ status }) && updates && updates.count >= MAX_UPDATES)
    throw tooManyUpdates(behavior.kind);
  const noticeUpdateID = newID();
  const update = {
    noticeUpdateID,
    noticeID,
    status,
    message: fields.message ?? "",
    createdAt: now,
    updatedAt: now,
  };
  const startedAt = behavior.correctStart ? fields.createdAt : undefined;
  const transition = {
    noticeID,
    from: current.status,
    to: status,
    components,
    restoreComponents,
    at: startedAt ?? now,
    now,
  };
  const notifies = (addsUpdate && notifySubscribers) || notifiesOfNewTime(current, change);
  const moved = { noticeUpdateID: null, movedFrom: current };
  return {
    guards: [guardNotice(db, current, now)],
    changes: [
      ...(startedAt && behavior.correctStart ? behavior.correctStart(db, current, startedAt) : []),
      db
        .update(notices)
        .set({ ...fields, ...windowColumns(current, window, now), status, updatedAt: now })
        .where(eq(notices.noticeID, noticeID)),
      saveNoticeComponents(db, noticeID, components),
      ...(addsUpdate
        ? appendUpdate(db, behavior, update, transition)
        : behavior.changeComponents(db, transition)),
      ...syncWithNewestUpdate(db, noticeID),
    ],
    componentIDs: components.map(({ componentID }) => componentID),
    noticeUpdateID,
    now,
    ...(notifies && { post: { ...update, first: false, postedAt: now, ...(!addsUpdate && moved) } }),
  };
}

/** Reads what a change is based on, and validates the change. The notice may still name deleted components, which are left out. */
async function readForChange(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  { noticeID, unchangedSince }: NoticeTarget,
  change: NoticeChange,
) {
  const { kind } = behavior;
  const { components: named = [] } = change;
  const [[current], unknown, deleted, [updates]] = await db.batch([
    db.select().from(notices).where(isNotice(kind, noticeID)),
    selectUnknownComponents(db, named),
    selectUnchangedDeletedComponents(db, noticeID, named),
    db
      .select({
        count: count(),
        newestAt: max(noticeUpdates.createdAt),
      })
      .from(noticeUpdates)
      .where(eq(noticeUpdates.noticeID, noticeID)),
  ]);
  if (!current) throw notFound(kind);
  if (unchangedSince !== undefined && unchangedSince !== current.updatedAt) {
    throw conflict(toResponse(kind, await readNotice(db, kind, noticeID)));
  }
  validateChange(behavior, current, change);
  const deletedIDs = new Set(deleted.map(({ componentID }) => componentID));
  const exists = ({ componentID }: { componentID: string }) => !deletedIDs.has(componentID);
  refuseUnknownComponents(unknown.filter(exists));
  return { current, components: named.filter(exists), updates };
}

function tooManyUpdates(kind: string): HttpError {
  const limit = MAX_UPDATES.toLocaleString("en");
  return stateConflict(
    `This ${kind} has reached the limit of ${limit} updates. Nothing was saved. Close it and create a new one.`,
  );
}
