import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { noticeKinds } from "../domain.ts";
import { statusesOfAllKinds } from "../table.ts";

export const templates = sqliteTable("templates", {
  templateID: text("template_id").primaryKey(),
  name: text("name").notNull(),
  /** The name in one case, so that no two templates differ only in theirs. */
  nameKey: text("name_key").notNull().unique(),
  kind: text("kind", { enum: noticeKinds }).notNull(),
  title: text("title").notNull(),
  message: text("message").notNull(),
  status: text("status", { enum: statusesOfAllKinds }),
  /** JSON. It may name components that were deleted: reads leave them out, so deleting one writes nothing here. */
  components: text("components").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});
