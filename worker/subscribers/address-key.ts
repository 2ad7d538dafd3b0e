import { sql } from "drizzle-orm";
import { sha256 } from "../http/hash.ts";
import type { WriteDb } from "../storage/db.ts";
import { hmac } from "../storage/secret-key.ts";
import { subscribers } from "./table.ts";

export interface AddressKeys {
  key: string;
  address: string;
  oldKey: string;
}

/** Finds an email address without storing it. Nobody who reads the database can test whether it has one. */
export async function addressKeys(env: Env, address: string): Promise<AddressKeys> {
  const lowerCase = address.toLowerCase();
  const oldKey = await sha256(lowerCase);
  return { key: await keyOfHash(env, oldKey), address: lowerCase, oldKey };
}

/** Unlike an email address, a URL is stored encrypted, so that it can only be found by its key. */
export async function endpointKeys(env: Env, url: URL): Promise<AddressKeys> {
  const hash = await sha256(url.href);
  return { key: await keyOfHash(env, hash), address: "", oldKey: "" };
}

export function keyOfHash(env: Env, hash: string): Promise<string> {
  return hmac(env, "address", hash);
}

/** Put this first in each batch that looks for an address: it converts the row of an older version or SECRET_KEY. */
export function keyRowOf(db: WriteDb, { key, address, oldKey }: AddressKeys) {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.address_key = ${key})`;
  const row = sql`(SELECT before.subscriber_id FROM ${subscribers} AS before
    WHERE NOT before.is_team AND ((before.address_key = ${oldKey} AND NOT before.is_keyed) OR (before.email_address <> '' AND lower(before.email_address) = ${address}))
    ORDER BY before.state = 'confirmed' DESC LIMIT 1)`;
  return db
    .update(subscribers)
    .set({ addressKey: key, isHmac: true })
    .where(sql`subscriber_id = ${row} AND ${isFree}`);
}
