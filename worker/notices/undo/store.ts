import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyKeys } from "../../calls/idempotency/table.ts";
import { type HttpError, stateConflict, tooLate } from "../../http/errors.ts";
import { resumeWithdrawn } from "../../outbox/queue.ts";
import { ifGuardFails } from "../../storage/batch-guard.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { isoTime } from "../../time/domain.ts";
import { guardUnchangedRows, restoreRows } from "./restore.ts";
import { undos } from "./table.ts";

export async function isUndoOffered(db: Db, token: string): Promise<boolean> {
  return (await db.select({ token: undos.token }).from(undos).where(eq(undos.token, token))).length > 0;
}

/**
 * Puts back everything that a write changed, or nothing.
 * @returns the notice that it was about
 * @throws HttpError 410 if it is too late, or 409 if any of it has changed since
 */
export async function undoWrite(db: WriteDb<"public" | "mail">, token: string) {
  const now = isoTime(Date.now());
  const undo = await findUndo(db, token, now);
  if (!undo) throw undoEnded();
  const { noticeID, kind, keyHash, deletesUpdates } = undo;
  const componentIDs = JSON.parse(undo.componentIDs) as string[]; // as `recordUndo` wrote them
  db.audit.items = [{ kind, itemID: noticeID, componentIDs }];
  const batch = db.batch([
    guardUnchangedRows(db, token, now),
    ...restoreRows(db, token),
    ...(deletesUpdates ? resumeWithdrawn(db, noticeID) : []),
    ...(keyHash === null ? [] : [db.delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash))]),
    db.delete(undos).where(eq(undos.token, token)),
  ]);
  await ifGuardFails<unknown>(batch, async () => {
    throw (await findUndo(db, token, now)) ? changedSince() : undoEnded();
  });
  return { kind, noticeID };
}

async function findUndo(db: Db, token: string, now: string) {
  const updateCount = (rows: typeof undos.rowsBefore | typeof undos.rowsAfter) =>
    sql`json_array_length(${rows}, '$.updates')`;
  const [undo] = await db
    .select({
      kind: undos.kind,
      noticeID: undos.noticeID,
      keyHash: undos.keyHash,
      componentIDs: undos.componentIDs,
      deletesUpdates: sql<number>`${updateCount(undos.rowsBefore)} > ${updateCount(undos.rowsAfter)}`,
    })
    .from(undos)
    .where(and(eq(undos.token, token), gt(undos.expiresAt, now)));
  return undo;
}

function undoEnded(): HttpError {
  return tooLate("This can't be undone any more: the time for it is over, or it was undone already.");
}

function changedSince(): HttpError {
  return stateConflict(
    "Someone changed this meanwhile, so nothing was undone. Reload to see the current version.",
  );
}

export async function deleteExpiredUndos(db: WriteDb, now: number): Promise<void> {
  await db.batch([db.delete(undos).where(lte(undos.expiresAt, isoTime(now)))]);
}
