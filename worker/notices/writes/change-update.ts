import { eq } from "drizzle-orm";
import { ascending } from "../../../web/shared/ascending.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { WriteDb } from "../../storage/db.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import type { UndoOffer } from "../../writes/undo/capture.ts";
import type { Notice, NoticeKind, NoticeUpdate, NoticeUpdateChange } from "../domain.ts";
import { readNotice } from "../store.ts";
import { noticeUpdates } from "../table.ts";
import { toUpdateResponse } from "../wire.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { writeAndReadNotice } from "./notice-write.ts";
import { followUpdate, guardNotice, guardUpdate } from "./write-statements.ts";

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
  const { kind } = behavior;
  const saved = await writeAndReadNotice(db, { kind, noticeID, undo }, async () => {
    const notice = await readNotice(db, kind, noticeID);
    const before = findUpdate(notice, noticeUpdateID);
    if (unchangedSince !== undefined && unchangedSince !== before.updatedAt)
      throw conflict(toUpdateResponse(kind, before));
    const now = timestampAfter(before.updatedAt, notice.changedAt);
    const edited = { ...before, ...omitUndefined(change), updatedAt: now };
    const updates = notice.updates.map((update) => (update === before ? edited : update));
    const [newest = edited] = updates.toSorted((one, other) => ascending(other.createdAt, one.createdAt));
    return {
      guards: [guardNotice(db, notice), guardUpdate(db, before)],
      changes: [
        db.update(noticeUpdates).set(edited).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID)),
        ...followUpdate(db, behavior, { notice, to: newest.status, now }),
      ],
      noticeUpdateID,
      now,
    };
  });
  return findUpdate(saved, noticeUpdateID);
}

function findUpdate({ kind, updates }: Notice, noticeUpdateID: string): NoticeUpdate {
  const update = updates.find((each) => each.noticeUpdateID === noticeUpdateID);
  if (!update) throw updateNotFound(kind);
  return update;
}

export interface UpdateID {
  noticeID: string;
  noticeUpdateID: string;
}

export function updateNotFound(kind: NoticeKind) {
  return notFound(`update of ${kind === "incident" ? "an" : "a"} ${kind}`);
}
