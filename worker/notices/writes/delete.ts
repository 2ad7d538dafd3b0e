import { and, eq, ne, sql } from "drizzle-orm";
import { conflict, type HttpError, stateConflict } from "../../http/errors.ts";
import { DELETED_UPDATE_ERROR, deletedNoticeError } from "../../notify/outbox/domain.ts";
import { withdrawEmail } from "../../notify/outbox/queue.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { WriteDb } from "../../storage/db.ts";
import { guardUnchanged } from "../../storage/preconditions.ts";
import type { UndoOffer } from "../../writes/undo/capture.ts";
import { isNotice, newestUpdateFirst, readNotice } from "../store.ts";
import { notices, noticeUpdates } from "../table.ts";
import { toResponse, toUpdateResponse } from "../wire.ts";
import type { NoticeTarget } from "./change.ts";
import type { UpdateID } from "./change-update.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { writeNotice } from "./notice-write.ts";
import { followUpdate, guardNotice, guardUpdate } from "./write-statements.ts";

/**
 * Succeeds if the notice is already deleted.
 * @throws HttpError 409 if the notice has changed since `unchangedSince`
 */
export async function deleteNotice(
  db: WriteDb<"public" | "mail">,
  { kind, deletion }: KindBehavior,
  { noticeID, unchangedSince }: NoticeTarget,
  { restoreComponents = deletion.restoresByDefault }: { restoreComponents: boolean | undefined },
  undo?: UndoOffer,
): Promise<void> {
  const condition = isNotice(kind, noticeID);
  await writeNotice(db, { kind, noticeID, undo }, async () => {
    const [current] = await db.select({ updatedAt: notices.updatedAt }).from(notices).where(condition);
    if (!current) return undefined;
    if (unchangedSince !== undefined && current.updatedAt !== unchangedSince)
      throw conflict(toResponse(kind, await readNotice(db, kind, noticeID)));
    const now = isoTime(Date.now());
    return {
      guards: [guardUnchanged(db, { table: notices, condition, unchangedSince })],
      changes: [
        // Must run first: it counts followers that the deletion removes.
        withdrawEmail(db, sql`m.notice_id = ${noticeID}`, deletedNoticeError(kind)),
        ...deletion.statements(db, noticeID, { restoreComponents, now }),
        db.delete(notices).where(condition),
      ],
      noticeUpdateID: null,
      now,
    };
  });
}

/**
 * Deletes an update and its queued email. If it was the newest, the notice and its components follow the next one.
 * @throws HttpError 409 for the only update, or if the update has changed since `unchangedSince`
 */
export async function deleteNoticeUpdate(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  { noticeID, noticeUpdateID, unchangedSince }: UpdateID & { unchangedSince: string | undefined },
  undo?: UndoOffer,
): Promise<void> {
  const { kind } = behavior;
  const isOfNotice = eq(noticeUpdates.noticeID, noticeID);
  const isUpdate = eq(noticeUpdates.noticeUpdateID, noticeUpdateID);
  await writeNotice(db, { kind, noticeID, undo }, async () => {
    const [[notice], [update], [newestOther]] = await db.batch([
      db.select().from(notices).where(isNotice(kind, noticeID)),
      db.select().from(noticeUpdates).where(and(isUpdate, isOfNotice)),
      db
        .select()
        .from(noticeUpdates)
        .where(and(isOfNotice, ne(noticeUpdates.noticeUpdateID, noticeUpdateID)))
        .orderBy(...newestUpdateFirst)
        .limit(1),
    ]);
    if (!notice || !update) return undefined;
    if (unchangedSince !== undefined && unchangedSince !== update.updatedAt)
      throw conflict(toUpdateResponse(kind, update));
    if (!newestOther) throw onlyUpdate(kind);
    const now = timestampAfter(notice.changedAt);
    const isNewest = update.createdAt >= newestOther.createdAt && notice.status === update.status;
    const to = isNewest ? newestOther.status : notice.status;
    return {
      guards: [guardNotice(db, notice), guardUpdate(db, update), guardUpdate(db, newestOther)],
      changes: [
        withdrawEmail(
          db,
          sql`m.notice_id = ${noticeID} AND m.notice_update_id = ${noticeUpdateID}`,
          DELETED_UPDATE_ERROR,
        ),
        db.delete(noticeUpdates).where(isUpdate),
        ...followUpdate(db, behavior, { notice, to, now }),
      ],
      noticeUpdateID,
      now,
    };
  });
}

function onlyUpdate(kind: KindBehavior["kind"]): HttpError {
  return stateConflict(
    `This is the only update of the ${kind}, which needs one. Nothing was deleted. Delete the ${kind} instead, or edit the update.`,
  );
}
