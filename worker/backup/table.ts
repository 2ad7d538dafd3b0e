import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isRecord } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import type { ArchivePart } from "./domain.ts";

/** One row: the archive that is being restored, or was. It says what is stored already, so that a restore can be resumed. */
export const archiveRestores = sqliteTable("archive_restores", {
  id: integer("id").primaryKey(),
  /** The SHA-256 of what the archive's manifest says about its parts. */
  archiveID: text("archive_id").notNull(),
  rowCounts: jsonText<Partial<Record<ArchivePart, number>>>("row_counts", isRecord, {}).notNull(),
  /** The next row to store: its part, and its number in there. */
  part: text("part").$type<ArchivePart>().notNull(),
  position: integer("position").notNull().default(0),
  startedAt: text("started_at").notNull(),
  updatedAt: text("updated_at").notNull(),
  /** Empty until all rows are stored. */
  finishedAt: text("finished_at").notNull().default(""),
});
