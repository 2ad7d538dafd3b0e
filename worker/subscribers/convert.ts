import { sql } from "drizzle-orm";
import { sha256 } from "../http/hash.ts";
import type { WriteDb } from "../storage/db.ts";
import { keyOfHash } from "./address-key.ts";
import { subscribers } from "./table.ts";

/** The free plan allows 10 ms of CPU time per run. */
const ROWS_PER_RUN = 100;

/** Converts rows of older versions, which stored readable tokens and unkeyed hashes. An interrupted batch changes nothing. */
export async function convertSubscribers(env: Env, db: WriteDb): Promise<void> {
  const rows = await db
    .select({
      subscriberID: subscribers.subscriberID,
      plainToken: subscribers.plainToken,
      addressKey: subscribers.addressKey,
    })
    .from(subscribers)
    .where(sql`token <> ''`) // written out, so that the partial index is used
    .limit(ROWS_PER_RUN);
  if (rows.length === 0) return;
  const converted = await Promise.all(
    rows.map(async ({ subscriberID, plainToken, addressKey }) => ({
      subscriberID,
      tokenHash: await sha256(plainToken),
      key: await keyOfHash(env, addressKey),
    })),
  );
  const each = sql`(SELECT value ->> 'subscriberID' AS id, value ->> 'tokenHash' AS token_hash, value ->> 'key' AS new_key
    FROM json_each(${JSON.stringify(converted)}))`;
  await db.batch([
    // During a deployment, the older version may store an address again that was already converted.
    db
      .delete(subscribers)
      .where(
        sql`NOT is_keyed AND subscriber_id IN (SELECT id FROM ${each} JOIN ${subscribers} ON address_key = new_key)`,
      ),
    db
      .update(subscribers)
      .set({
        oldTokenHash: sql`c.token_hash`,
        plainToken: "",
        addressKey: sql`iif(is_keyed, address_key, c.new_key)`,
        isHmac: true,
      })
      .from(sql`${each} AS c`)
      .where(sql`subscriber_id = c.id AND token <> ''`),
  ]);
}
