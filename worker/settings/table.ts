import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row; without it everything is as new. */
export const settings = sqliteTable("settings", {
  id: integer("id").primaryKey(),
  serviceName: text("service_name").notNull().default(""),
  backgroundColor: text("background_color").notNull().default("#FFFFFF"),
  logoID: text("logo_id").notNull().default(""),
  emailEnabled: integer("email_enabled", { mode: "boolean" }).notNull().default(false),
  sourceRegion: text("source_region").notNull().default("us-west-2"),
  sourceEmailAddress: text("source_email_address").notNull().default(""),
  /** Empty as long as nothing has been changed. */
  updatedAt: text("updated_at").notNull().default(""),
});

export const apiKeys = sqliteTable("api_keys", {
  id: text("id").primaryKey(),
  /** Shown to administrators for as long as the key lives. */
  value: text("value").notNull(),
  /** SHA-256 of the value, in hex: what a request's key is looked up by. */
  hash: text("hash").notNull().unique(),
  createdDate: text("created_date").notNull(),
});
