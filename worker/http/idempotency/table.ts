import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What became of a POST with an Idempotency-Key, for 24 hours. The row is written in one batch with what the POST writes. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** HMAC of the caller and the key. */
    keyHash: text("key_hash").primaryKey(),
    /** HMAC of the path and the body. */
    fingerprint: text("fingerprint").notNull(),
    /** The id of what the POST creates, where it creates something. */
    createdID: text("created_id").notNull(),
    /** Encrypted, because an answer can hold an API key; empty until it was stored, after the answer was given. */
    answer: text("answer").notNull().default(""),
    claimedAt: text("claimed_at").notNull(),
  },
  (table) => [index("idempotency_keys_by_age").on(table.claimedAt)],
);
