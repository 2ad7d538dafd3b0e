import { asc, eq } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import type { Db } from "../db.ts";
import { hashOf } from "../hash.ts";
import { newID } from "../ids.ts";
import type { ApiKey } from "./schema.ts";
import { apiKeys } from "./table.ts";

/** 40 characters: 238 bits from crypto.getRandomValues. */
const newValue = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 40);

/** Oldest first; to be awaited, or put into a batch. */
export function selectApiKeys(db: Db) {
  return db
    .select({ id: apiKeys.id, value: apiKeys.value, createdDate: apiKeys.createdDate })
    .from(apiKeys)
    .orderBy(asc(apiKeys.createdDate), asc(apiKeys.id));
}

export async function addApiKey(db: Db): Promise<ApiKey> {
  const key = { id: newID(), value: newValue(), createdDate: new Date().toISOString() };
  await db.insert(apiKeys).values({ ...key, hash: await hashOf(key.value) });
  return key;
}

/** Deleting what is not there changes nothing. */
export async function deleteApiKey(db: Db, id: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.id, id));
}

export async function hasApiKey(db: Db, hash: string): Promise<boolean> {
  return (
    (await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.hash, hash)).get()) !== undefined
  );
}
