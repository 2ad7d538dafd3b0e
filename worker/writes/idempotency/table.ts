import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    keyHash: text("key_hash").primaryKey(),
    fingerprint: text("fingerprint").notNull(),
    createdID: text("created_id").notNull(),
    /** Encrypted, because a response can contain an API key. It is empty until the response has been stored. */
    answer: text("answer").notNull().default(""),
    claimedAt: text("claimed_at").notNull(),
  },
  (table) => [index("idempotency_keys_by_age").on(table.claimedAt)],
);
