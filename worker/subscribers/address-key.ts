import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { hashOf } from "../hash.ts";
import { hmac } from "../secret-key.ts";
import { subscribers } from "./table.ts";

export interface AddressKeys {
  key: string;
  /** What was stored before addresses had a key: SHA-256 of the address in lower case, in hex. */
  oldKey: string;
}

/** What an address is found by without being stored. Nobody who reads the database can test whether it holds one. */
export async function addressKeys(env: Env, address: string): Promise<AddressKeys> {
  const oldKey = await hashOf(address.toLowerCase());
  return { key: await keyOfHash(env, oldKey), oldKey };
}

/** Made of the hash, not of the address: so a row whose address was deleted can be converted. */
export function keyOfHash(env: Env, hash: string): Promise<string> {
  return hmac(env, "address", hash);
}

/** For the front of each batch that looks for an address: a row from before is found by its new key from then on. */
export function keyRowOf(db: Db, { key, oldKey }: AddressKeys) {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.address_key = ${key})`;
  return db
    .update(subscribers)
    .set({ addressKey: key, isKeyed: true })
    .where(sql`address_key = ${oldKey} AND NOT is_keyed AND ${isFree}`);
}
