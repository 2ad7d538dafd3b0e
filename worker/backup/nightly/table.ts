import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type NightlyPart, nightlyParts } from "./domain.ts";

/** One row: how far the newest export has come. */
export const nightlyExports = sqliteTable("nightly_exports", {
  id: integer("id").primaryKey(),
  day: text("day").notNull(),
  /** Empty before the first page. If the content gets another version meanwhile, the export starts over. */
  contentVersion: text("content_version").notNull().default(""),
  part: text("part")
    .$type<NightlyPart>()
    .notNull()
    .default(nightlyParts[0] as NightlyPart),
  cursor: text("cursor").notNull().default(""),
  /** A run of the cron stores pages until then, at most, so that no other run writes over them. Empty between runs. */
  leaseUntil: text("lease_until").notNull().default(""),
  pages: integer("pages").notNull().default(0),
  rows: integer("rows").notNull().default(0),
  /** Empty until all is stored. It is also set for an installation that has nothing to export. */
  finishedAt: text("finished_at").notNull().default(""),
});
