import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Db, WriteDb } from "../../storage/db.ts";
import { DAY_MS } from "../../time/domain.ts";
import { errorIncludes } from "../errors.ts";
import { idempotencyKeys } from "./table.ts";

export type Claim = Omit<typeof idempotencyKeys.$inferSelect, "answer">;

const LIFETIME_MS = DAY_MS;
/** Bounds the cron's work. Should more be claimed for long, they stay longer in the database, where an expired one counts for nothing. */
const FORGOTTEN_A_MINUTE = 1000;

/** What became of the key within the last 24 hours, if it was claimed. */
export function findKey(db: Db, keyHash: string) {
  const { claimedAt } = idempotencyKeys;
  const alive = and(eq(idempotencyKeys.keyHash, keyHash), gt(claimedAt, expiry(Date.now())));
  return db.select().from(idempotencyKeys).where(alive).get();
}

/** For the front of the batch that does what the POST asks for: the batch fails as a whole where the key is taken. */
export function claimKey(db: WriteDb, claim: Claim) {
  const { keyHash, claimedAt } = idempotencyKeys;
  return [
    // An expired one that the cron has not forgotten yet.
    db.delete(idempotencyKeys).where(and(eq(keyHash, claim.keyHash), lte(claimedAt, expiry(Date.now())))),
    db.insert(idempotencyKeys).values(claim),
  ] as const;
}

/** Whether a batch failed because another request has claimed the key. */
export function isTaken(error: unknown): boolean {
  return errorIncludes(error, "UNIQUE constraint failed: idempotency_keys.key_hash");
}

export async function saveAnswer(db: WriteDb, keyHash: string, answer: string): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.keyHash, keyHash));
}

export async function releaseKey(db: WriteDb, keyHash: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash));
}

export async function deleteExpiredKeys(db: WriteDb, now: number): Promise<void> {
  const { keyHash, claimedAt } = idempotencyKeys;
  const expired = db
    .select({ keyHash })
    .from(idempotencyKeys)
    .where(lte(claimedAt, expiry(now)))
    .limit(FORGOTTEN_A_MINUTE);
  await db.delete(idempotencyKeys).where(inArray(keyHash, expired));
}

function expiry(now: number): string {
  return new Date(now - LIFETIME_MS).toISOString();
}
