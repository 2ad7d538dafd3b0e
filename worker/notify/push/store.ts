import { sql } from "drizzle-orm";
import { temporarilyUnavailable } from "../../http/errors.ts";
import { type Db, database } from "../../storage/db.ts";
import { withoutEffects } from "../../storage/writes/write-database.ts";
import { decryptPublicKey, makeKeys } from "./keys.ts";
import { pushKeys } from "./table.ts";

/** Of requests that make a pair at the same time, the first one's is stored, and all read that one. */
export async function readPublicKey(env: Env, db: Db): Promise<string> {
  const [stored] = await selectKeys(db);
  const publicKey = stored && (await decryptPublicKey(env, stored.keys));
  if (publicKey !== undefined) return publicKey;
  // A pair that was stored with another SECRET_KEY is of no use anymore, and neither are the subscriptions of its time.
  const unreadable = stored?.keys ?? "";
  const keys = await makeKeys(env);
  const writeDb = withoutEffects(database(env.DB, "primary"));
  const [, [current]] = await writeDb.batch([
    writeDb
      .insert(pushKeys)
      .values({ one: 1, keys })
      .onConflictDoUpdate({ target: pushKeys.one, set: { keys }, setWhere: sql`keys = ${unreadable}` }),
    selectKeys(writeDb),
  ]);
  const made = current && (await decryptPublicKey(env, current.keys));
  if (made === undefined)
    throw temporarilyUnavailable("Notifications are not available right now. Please try again.");
  return made;
}

function selectKeys(db: Db) {
  return db.select({ keys: pushKeys.keys }).from(pushKeys);
}
