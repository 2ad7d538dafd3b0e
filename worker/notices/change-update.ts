import { eq, sql } from "drizzle-orm";
import { conflict, notFound } from "../http/errors.ts";
import { guard, isGuardFailure } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import { omitUndefined } from "../storage/omit-undefined.ts";
import type { NoticeKind, NoticeUpdate, NoticeUpdateChange } from "./domain.ts";
import type { Rules } from "./rules.ts";
import { readNotice } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";
import { updateAnswerOf } from "./wire.ts";
import { followUpdates, momentAfter, stillAs } from "./writing.ts";

/**
 * Edits one update. Where that changes which one is newest, or what it says, the notice goes along, with all that
 * its new status does to components.
 * @param unchangedSince the update's `updatedAt` that the change was made on
 */
export async function changeNoticeUpdate(
  db: WriteDb<"public">,
  rules: Rules,
  { noticeID, noticeUpdateID, unchangedSince }: UpdateID & { unchangedSince: string | undefined },
  change: NoticeUpdateChange,
): Promise<NoticeUpdate> {
  const notice = await readNotice(db, rules.kind, noticeID);
  const before = notice.updates.find((update) => update.noticeUpdateID === noticeUpdateID);
  if (!before) throw noSuchUpdate(rules.kind);
  if (unchangedSince !== undefined && unchangedSince !== before.updatedAt) {
    throw conflict(updateAnswerOf(rules.kind, before));
  }
  const now = momentAfter(before.updatedAt, notice.changedAt);
  const edited = { ...before, ...omitUndefined(change), updatedAt: now };
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
      ...followUpdates(db, noticeID),
    ]);
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    return changeNoticeUpdate(db, rules, { noticeID, noticeUpdateID, unchangedSince }, change);
  }
  return edited;
}

export interface UpdateID {
  noticeID: string;
  noticeUpdateID: string;
}

export function noSuchUpdate(kind: NoticeKind) {
  return notFound(`update of ${kind === "incident" ? "an" : "a"} ${kind}`);
}
