import { and, eq, ne } from "drizzle-orm";
import { componentWebhooks } from "../endpoints/component-changes.ts";
import { conflict, HttpError } from "../http/errors.ts";
import { windowAfter } from "../maintenances/domain.ts";
import { isGuardFailure } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import { guardUnchanged, requireUnchanged } from "../storage/preconditions.ts";
import type { UpdateID } from "./change-update.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { isNotice, newestUpdateFirst, readNotice } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";
import { recordUndo, type UndoOffer } from "./undo/capture.ts";
import { toResponse, toUpdateResponse } from "./wire.ts";
import {
  guardNotice,
  guardUpdate,
  runBatch,
  syncWithNewestUpdate,
  timestampAfter,
  windowColumns,
} from "./write-statements.ts";

/**
 * Succeeds if the notice is already deleted.
 * @throws HttpError 409 if the notice has changed since `unchangedSince`
 */
export async function deleteNotice(
  db: WriteDb<"public" | "mail">,
  { kind, deletion }: KindBehavior,
  { noticeID, unchangedSince }: { noticeID: string; unchangedSince: string | undefined },
  { restoreComponents = deletion.restoresByDefault }: { restoreComponents: boolean | undefined },
  undo?: UndoOffer,
): Promise<void> {
  const which = isNotice(kind, noticeID);
  const scope = { kind, noticeID, noticeUpdateID: null, since: [new Date().toISOString()] };
  const webhooks = componentWebhooks(db, { noticeID, notBefore: undo?.expiresAt });
  const batch = runBatch(
    db,
    recordUndo(db, undo, scope, [
      guardUnchanged(db, { table: notices, which, unchangedSince }),
      ...webhooks.before,
      ...deletion.statements(db, noticeID, { restoreComponents }),
      ...webhooks.after,
      db.delete(notices).where(which),
    ]),
  );
  await requireUnchanged(batch, async () => toResponse(kind, await readNotice(db, kind, noticeID)));
}

/**
 * Deletes an update and its queued email. If it was the newest, the notice and its components follow the next one.
 * @throws HttpError 409 for the only update, or if the update has changed since `unchangedSince`
 */
export async function deleteNoticeUpdate(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  which: UpdateID & { unchangedSince: string | undefined },
  undo?: UndoOffer,
): Promise<void> {
  const { noticeID, noticeUpdateID, unchangedSince } = which;
  const isOfNotice = eq(noticeUpdates.noticeID, noticeID);
  const [[notice], [update], [newestOther]] = await db.batch([
    db.select().from(notices).where(isNotice(behavior.kind, noticeID)),
    db
      .select()
      .from(noticeUpdates)
      .where(and(eq(noticeUpdates.noticeUpdateID, noticeUpdateID), isOfNotice)),
    db
      .select()
      .from(noticeUpdates)
      .where(and(isOfNotice, ne(noticeUpdates.noticeUpdateID, noticeUpdateID)))
      .orderBy(...newestUpdateFirst)
      .limit(1),
  ]);
  if (!notice || !update) return;
  if (unchangedSince !== undefined && unchangedSince !== update.updatedAt)
    throw conflict(toUpdateResponse(behavior.kind, update));
  if (!newestOther) throw onlyUpdate(behavior.kind);
  const now = timestampAfter(notice.changedAt);
  const isNewest = update.createdAt >= newestOther.createdAt && notice.status === update.status;
  const to = isNewest ? newestOther.status : notice.status;
  const transition = { noticeID, from: notice.status, to, components: [], at: now, now };
  const scope = { kind: behavior.kind, noticeID, noticeUpdateID, since: [now] };
  const webhooks = componentWebhooks(db, { noticeID, notBefore: undo?.expiresAt });
  const statements = [
    guardNotice(db, notice),
    guardUpdate(db, update),
    guardUpdate(db, newestOther),
    db.delete(noticeUpdates).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID)),
    db
      .update(notices)
      .set({
        ...windowColumns(notice, windowAfter(notice, { status: to }, now), now),
        status: to,
        editedAt: now,
      })
      .where(eq(notices.noticeID, noticeID)),
    ...(to === notice.status
      ? []
      : [...webhooks.before, ...behavior.changeComponents(db, transition), ...webhooks.after]),
    ...syncWithNewestUpdate(db, noticeID),
  ];
  try {
    await runBatch(db, recordUndo(db, undo, scope, statements));
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    await deleteNoticeUpdate(db, behavior, which, undo);
  }
}

function onlyUpdate(kind: KindBehavior["kind"]): HttpError {
  return new HttpError(
    409,
    `This is the only update of the ${kind}, which needs one. Nothing was deleted. Delete the ${kind} instead, or edit the update.`,
  );
}
