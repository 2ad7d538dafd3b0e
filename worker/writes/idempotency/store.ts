import { and, eq, inArray, lte } from "drizzle-orm";
import { errorIncludes } from "../../http/errors.ts";
import type { WriteDb } from "../../storage/db.ts";
import { TTL_MS } from "./domain.ts";
import { idempotencyKeys } from "./table.ts";

export type Claim = Omit<typeof idempotencyKeys.$inferSelect, "answer">;

const MAX_DELETED_PER_MINUTE = 1000;

/** Deletes a key that has expired. */
export async function findKey(db: WriteDb, keyHash: string) {
  const isKey = eq(idempotencyKeys.keyHash, keyHash);
  const key = await db.select().from(idempotencyKeys).where(isKey).get();
  const oldest = oldestClaim(Date.now());
  if (!key || key.claimedAt > oldest) return key;
  await db.batch([db.delete(idempotencyKeys).where(and(isKey, lte(idempotencyKeys.claimedAt, oldest)))]);
  return undefined;
}

/** Put it first in a batch: the whole batch fails if the key is already claimed. */
export function claimKey(db: WriteDb, claim: Claim) {
  return db.insert(idempotencyKeys).values(claim);
}

export function isKeyConflict(error: unknown): boolean {
  return errorIncludes(error, "UNIQUE constraint failed: idempotency_keys.key_hash");
}

export async function saveResponse(db: WriteDb, keyHash: string, response: string): Promise<void> {
  await db.batch([
    db.update(idempotencyKeys).set({ answer: response }).where(eq(idempotencyKeys.keyHash, keyHash)),
  ]);
}

export async function releaseKey(db: WriteDb, keyHash: string): Promise<void> {
  await db.batch([db.delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash))]);
}

export async function deleteExpiredKeys(db: WriteDb, now: number): Promise<void> {
  const { keyHash, claimedAt } = idempotencyKeys;
  const expired = db
    .select({ keyHash })
    .from(idempotencyKeys)
    .where(lte(claimedAt, oldestClaim(now)))
    .limit(MAX_DELETED_PER_MINUTE);
  await db.batch([db.delete(idempotencyKeys).where(inArray(keyHash, expired))]);
}

function oldestClaim(now: number): string {
  return new Date(now - TTL_MS).toISOString();
}
