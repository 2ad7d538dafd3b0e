import { eq } from "drizzle-orm";
import { componentWebhooks } from "../endpoints/component-changes.ts";
import { conflict, notFound } from "../http/errors.ts";
import { windowAfter } from "../maintenances/domain.ts";
import { isGuardFailure } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import { omitUndefined } from "../storage/omit-undefined.ts";
import type { NoticeKind, NoticeUpdate, NoticeUpdateChange } from "./domain.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { readNotice } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";
import { recordUndo, type UndoOffer } from "./undo/capture.ts";
import { toUpdateResponse } from "./wire.ts";
import {
  guardNotice,
  guardUpdate,
  runBatch,
  syncWithNewestUpdate,
  timestampAfter,
  windowColumns,
} from "./write-statements.ts";

/**
 * Edits an update. If that changes which update is newest, or its text, the notice and its components follow.
 * @throws HttpError 404, or 409 if the update has changed since `unchangedSince`
 */
export async function changeNoticeUpdate(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  { noticeID, noticeUpdateID, unchangedSince }: UpdateID & { unchangedSince: string | undefined },
  change: NoticeUpdateChange,
  undo?: UndoOffer,
): Promise<NoticeUpdate> {
  const notice = await readNotice(db, behavior.kind, noticeID);
  const before = notice.updates.find((update) => update.noticeUpdateID === noticeUpdateID);
  if (!before) throw updateNotFound(behavior.kind);
  if (unchangedSince !== undefined && unchangedSince !== before.updatedAt) {
    throw conflict(toUpdateResponse(behavior.kind, before));
  }
  const now = timestampAfter(before.updatedAt, notice.changedAt);
  const edited = { ...before, ...omitUndefined(change), updatedAt: now };
  const updates = notice.updates.map((update) => (update === before ? edited : update));
  const [newest = edited] = updates.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const transition = { noticeID, from: notice.status, to: newest.status, components: [], at: now, now };
  const scope = { kind: behavior.kind, noticeID, noticeUpdateID, since: [now] };
  const webhooks = componentWebhooks(db, { noticeID, notBefore: undo?.expiresAt });
  const statements = [
    guardNotice(db, notice),
    guardUpdate(db, before),
    db.update(noticeUpdates).set(edited).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID)),
    db
      .update(notices)
      .set({
        ...windowColumns(notice, windowAfter(notice, { status: newest.status }, now), now),
        status: newest.status,
        editedAt: now,
      })
      .where(eq(notices.noticeID, noticeID)),
    ...(transition.from === transition.to
      ? []
      : [...webhooks.before, ...behavior.changeComponents(db, transition), ...webhooks.after]),
    ...syncWithNewestUpdate(db, noticeID),
  ];
  try {
    await runBatch(db, recordUndo(db, undo, scope, statements));
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    return changeNoticeUpdate(db, behavior, { noticeID, noticeUpdateID, unchangedSince }, change, undo);
  }
  return edited;
}

export interface UpdateID {
  noticeID: string;
  noticeUpdateID: string;
}

export function updateNotFound(kind: NoticeKind) {
  return notFound(`update of ${kind === "incident" ? "an" : "a"} ${kind}`);
}
