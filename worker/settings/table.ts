import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row; without it everything is as new. */
export const settings = sqliteTable("settings", {
  id: integer("id").primaryKey(),
  serviceName: text("service_name").notNull().default(""),
  backgroundColor: text("background_color").notNull().default("#FFFFFF"),
  logoID: text("logo_id").notNull().default(""),
  emailEnabled: integer("email_enabled", { mode: "boolean" }).notNull().default(false),
  sourceRegion: text("source_region").notNull().default("us-west-2"),
  sourceEmailAddress: text("source_email_address").notNull().default(""),
  /** An https address, or empty. */
  privacyNoticeURL: text("privacy_notice_url").notNull().default(""),
  /** Empty as long as whoever subscribes is not checked. */
  turnstileSiteKey: text("turnstile_site_key").notNull().default(""),
  /** The secret key as `encrypt` in secret-key.ts makes it; there wherever a site key is. */
  turnstileSecret: text("turnstile_secret").notNull().default(""),
  /** Empty as long as nothing has been changed. */
  updatedAt: text("updated_at").notNull().default(""),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    /** Empty. Versions before the secret key stored the value here; the cron encrypts what it finds. */
    value: text("value").notNull(),
    /** Shown to administrators: the value as `encrypt` in secret-key.ts makes it. */
    encryptedValue: text("encrypted_value").notNull().default(""),
    /** SHA-256 of the value, in hex: what a request's key is looked up by. */
    hash: text("hash").notNull().unique(),
    name: text("name").notNull().default("API key"),
    /** Separated by spaces. */
    scopes: text("scopes").notNull().default("all"),
    createdDate: text("created_date").notNull(),
    /** Empty if the key never expires. */
    expiresAt: text("expires_at").notNull().default(""),
    /** Up to an hour behind; empty for a key that was never used. */
    lastUsedAt: text("last_used_at").notNull().default(""),
  },
  (table) => [index("api_keys_readable").on(table.id).where(sql`value <> ''`)],
);
