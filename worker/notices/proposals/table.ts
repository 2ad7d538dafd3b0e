import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { actorKinds } from "../../writes/audit/domain.ts";
import { noticeStatuses } from "../domain.ts";

/** Incidents that are not public yet. Publishing or discarding one deletes its row. */
export const proposals = sqliteTable("proposals", {
  proposalID: text("proposal_id").primaryKey(),
  name: text("name").notNull(),
  status: text("status", { enum: noticeStatuses.incident }).notNull(),
  message: text("message").notNull(),
  /** JSON. It may name components that were deleted: reads leave them out, so deleting one writes nothing here. */
  components: text("components").notNull(),
  createdByKind: text("created_by_kind", { enum: actorKinds }).notNull(),
  createdByName: text("created_by_name").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});
