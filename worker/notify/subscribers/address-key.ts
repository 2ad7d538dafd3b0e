import { sql } from "drizzle-orm";
import { mailAddress } from "../../../web/shared/mail-address.ts";
import { sha256 } from "../../shared/hash.ts";
import type { WriteDb } from "../../storage/db.ts";
import { hmac } from "../../storage/secret-key.ts";
import { isEndpointAddress, parseEndpoint } from "../endpoints/address.ts";
import { subscribers } from "./table.ts";

export interface AddressKeys {
  key: string;
  /** In lower case. Empty for a URL. */
  address: string;
}

/** The keys of no subscriber. */
export const NOBODY: AddressKeys = { key: "", address: "" };

/** Finds an email address without storing it. Nobody who reads the database can test whether it has one. */
export async function addressKeys(env: Env, address: string): Promise<AddressKeys> {
  const lowerCase = address.toLowerCase();
  return { key: await hmac(env, "address", await sha256(lowerCase)), address: lowerCase };
}

/** Unlike an email address, a URL is stored encrypted, so that it can only be found by its key. */
export async function endpointKeys(env: Env, url: URL): Promise<AddressKeys> {
  return { key: await hmac(env, "address", await sha256(url.href)), address: "" };
}

/** An older version may have stored an address that is refused today. */
export function lookupKeys(env: Env, entered: string): Promise<AddressKeys> {
  const url = isEndpointAddress(entered) ? parseEndpoint(entered) : undefined;
  if (url) return endpointKeys(env, url);
  return addressKeys(env, mailAddress(entered) ?? entered.trim());
}

/** Put this first in each batch that looks for an email address: it finds the row of an earlier SECRET_KEY. */
export function rekeySubscriber(db: WriteDb, { key, address }: AddressKeys) {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.address_key = ${key})`;
  const row = sql`(SELECT before.subscriber_id FROM ${subscribers} AS before
    WHERE NOT before.is_team AND before.email_address <> '' AND lower(before.email_address) = ${address}
    ORDER BY before.state = 'confirmed' DESC LIMIT 1)`;
  return db.update(subscribers).set({ addressKey: key }).where(sql`subscriber_id = ${row} AND ${isFree}`);
}
