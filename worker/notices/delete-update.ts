import { and, eq, ne, sql } from "drizzle-orm";
import { conflict, Refusal } from "../http/errors.ts";
import { guard, isGuardFailure } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import type { Rules } from "./rules.ts";
import { isNotice, newestUpdateFirst } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";
import { updateAnswerOf } from "./wire.ts";
import { followUpdates, momentAfter, stillAs } from "./writing.ts";

interface Which {
  noticeID: string;
  noticeUpdateID: string;
  /** The update's `updatedAt` that the deletion was decided on. */
  unchangedSince: string | undefined;
}

/**
 * Deletes one update while another is left. The notice then says what is newest, with all that a new status does to
 * components. Mails about the update that still wait are withdrawn; those that were sent stay sent.
 * @returns whether it was there
 * @throws Refusal 409 for the last one, or one that has changed since
 */
export async function deleteNoticeUpdate(
  db: WriteDb<"public">,
  rules: Rules,
  which: Which,
): Promise<boolean> {
  const { noticeID, noticeUpdateID, unchangedSince } = which;
  const ofNotice = eq(noticeUpdates.noticeID, noticeID);
  const [[notice], [update], [newestLeft]] = await db.batch([
    db.select().from(notices).where(isNotice(rules.kind, noticeID)),
    db
      .select()
      .from(noticeUpdates)
      .where(and(eq(noticeUpdates.noticeUpdateID, noticeUpdateID), ofNotice)),
    db
      .select()
      .from(noticeUpdates)
      .where(and(ofNotice, ne(noticeUpdates.noticeUpdateID, noticeUpdateID)))
      .orderBy(...newestUpdateFirst)
      .limit(1),
  ]);
  if (!notice || !update) return false;
  if (unchangedSince !== undefined && unchangedSince !== update.updatedAt)
    throw conflict(updateAnswerOf(rules.kind, update));
  if (!newestLeft) throw lastOne(rules.kind);
  const now = momentAfter(notice.changedAt);
  // An update as new as this one was stored earlier or later: what is said to be newest is read again after the deletion.
  const isNewest = update.createdAt >= newestLeft.createdAt && notice.status === update.status;
  const to = isNewest ? newestLeft.status : notice.status;
  const move = { noticeID, from: notice.status, to, touched: [], at: now, now };
  const asRead = ({ noticeUpdateID: id, updatedAt }: typeof update) =>
    guard(
      db,
      sql`EXISTS (SELECT 1 FROM ${noticeUpdates}
        WHERE ${noticeUpdates.noticeUpdateID} = ${id} AND ${noticeUpdates.updatedAt} = ${updatedAt})`,
    );
  try {
    await db.batch([
      stillAs(db, notice),
      asRead(update),
      asRead(newestLeft),
      db.delete(noticeUpdates).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID)),
      db.update(notices).set({ status: to, editedAt: now }).where(eq(notices.noticeID, noticeID)),
      ...(to === notice.status ? [] : rules.effects(db, move)),
      ...followUpdates(db, noticeID),
    ]);
  } catch (error) {
    // Whoever came in between is seen by the second look.
    if (isGuardFailure(error)) return deleteNoticeUpdate(db, rules, which);
    throw error;
  }
  return true;
}

function lastOne(kind: Rules["kind"]): Refusal {
  return new Refusal(
    409,
    `This is the only update of the ${kind}, which needs one. Nothing was deleted. Delete the ${kind} instead, or edit the update.`,
  );
}
