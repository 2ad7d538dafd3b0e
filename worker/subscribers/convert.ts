import { sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import { sha256 } from "../storage/hash.ts";
import { keyOfHash } from "./address-key.ts";
import { subscribers } from "./table.ts";

/** Takes a few milliseconds of the 10 that a run may take on the free plan. */
const ROWS_PER_RUN = 100;

/**
 * Converts rows from before: their tokens were stored readable, and their addresses hashed without a key. Each minute a
 * few, in one batch, so that a run that breaks off has changed nothing.
 */
export async function convertSubscribers(env: Env, db: Db): Promise<void> {
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
    // During a deployment the version before may store an address again that this one has already converted.
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
        isKeyed: true,
      })
      .from(sql`${each} AS c`)
      .where(sql`subscriber_id = c.id AND token <> ''`),
  ]);
}
