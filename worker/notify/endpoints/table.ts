import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isListOf } from "../../storage/domain.ts";
import { jsonText } from "../../storage/table.ts";
import { subscribers } from "../subscribers/table.ts";

const isTimeOrNull = (value: unknown) => value === null || typeof value === "string";

/** The endpoint of a subscriber whose channel is not email. */
export const endpoints = sqliteTable(
  "endpoints",
  {
    subscriberID: text("subscriber_id")
      .primaryKey()
      .references(() => subscribers.subscriberID, { onDelete: "cascade" }),
    /** Encrypted by secret-key.ts, because whoever knows it can post to it. */
    address: text("address").notNull(),
    /** Nothing has been sent since this time, because the last try of a delivery failed. */
    pausedSince: text("resting_since"),
    /** The secrets that sign deliveries are derived from this version and the one before, so that none is stored. */
    secretVersion: integer("secret_version").notNull().default(1),
    /** Until a day later, the secret of the version before also signs. */
    rotatedAt: text("rotated_at"),
    /** A JSON list of when the secrets before that one were replaced, newest first. */
    earlierRotations: jsonText<(string | null)[]>("earlier_rotations", isListOf(isTimeOrNull), []),
    /** An HMAC of the domain of a webhook or a workflow of Teams, so that few of a domain can be added. Null for other chat services. */
    domainKey: text("host_key"),
    /** One of the last ten deliveries took long, so receivers that are always fast come first. */
    isSlow: integer("is_slow", { mode: "boolean" }).notNull().default(false),
    /** A secret is shown once. */
    isSecretShown: integer("is_secret_shown", { mode: "boolean" }).notNull().default(false),
    /** How many deliveries have been fast since the last slow one, while that one is among the last ten. */
    fastInRow: integer("fast_in_row").notNull().default(0),
  },
  (table) => [index("endpoints_by_host").on(table.domainKey).where(sql`host_key IS NOT NULL`)],
);
