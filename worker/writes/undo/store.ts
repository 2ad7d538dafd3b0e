import { and, eq, gt, lte } from "drizzle-orm";
import { type HttpError, stateConflict, tooLate } from "../../http/errors.ts";
import { DAY_MS, HOUR_MS, isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { ifGuardFails } from "../../storage/writes/batch-guard.ts";
import { idempotencyKeys } from "../idempotency/table.ts";
import { type Former, UNDO_HOLD_SECONDS } from "./capture.ts";
import { guardUnchangedSince, undoStatements } from "./restore.ts";
import { undos } from "./table.ts";

/**
 * Puts back everything that a write changed, or nothing.
 * @returns the notice that it was about
 * @throws HttpError 410 if it is too late, or 409 if any of it has changed since
 */
export async function undoWrite(db: WriteDb<"public" | "mail">, token: string) {
  const now = isoTime(Date.now());
  const undo = await findUndo(db, token, now);
  if (!undo) throw undoEnded();
  const { noticeID, kind, keyHash } = undo;
  const former = JSON.parse(undo.former) as Former; // as `keepFormer` wrote it
  db.audit.kind = kind;
  db.audit.itemIDs = [noticeID];
  const batch = db.batch([
    guardUnchangedSince(db, undo, former, now),
    ...undoStatements(db, undo, former),
    ...(keyHash === null ? [] : [db.delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash))]),
    db.delete(undos).where(eq(undos.token, token)),
  ]);
  await ifGuardFails<unknown>(batch, async () => {
    throw (await findUndo(db, token, now)) ? changedSince() : undoEnded();
  });
  return { kind, noticeID };
}

async function findUndo(db: Db, token: string, now: string) {
  const [undo] = await db
    .select()
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

/** What was deleted is kept for a day at most. This runs each hour. */
export async function deleteOldUndos(db: WriteDb, now: number): Promise<void> {
  const maxExpiry = now - DAY_MS + HOUR_MS + UNDO_HOLD_SECONDS * SECOND_MS;
  await db.batch([db.delete(undos).where(lte(undos.expiresAt, isoTime(maxExpiry)))]);
}
