import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The one pair of keys that identifies this installation to push services (VAPID, RFC 8292). It is made at the first use. */
export const pushKeys = sqliteTable("push_keys", {
  one: integer("one").primaryKey(),
  /** The private key as a JWK, which has the public key as well. Encrypted by secret-key.ts. */
  keys: text("keys").notNull(),
});
