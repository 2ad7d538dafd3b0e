import { type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { actorKinds } from "../../writes/audit/domain.ts";
import { noticeStatuses } from "../domain.ts";
import { notices } from "../table.ts";

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
  /** The open incident that it would resolve. Null for a new incident. */
  incidentID: text("incident_id"),
  /** When a rule last wrote it. If that isn't `updatedAt`, a person has edited it since. Null if no rule made it. */
  ruleUpdatedAt: text("rule_updated_at"),
});

/** What became of proposals that rules have made. The rule deletes the row once its alerts are over. */
export const publishedProposals = sqliteTable("published_proposals", {
  proposalID: text("proposal_id").primaryKey(),
  incidentID: text("incident_id").notNull(),
  /** Otherwise, a person has published it. */
  isByRule: integer("by_rule", { mode: "boolean" }).notNull(),
  /** The incident's `changedAt` when a rule last wrote it. Null if none has since it was published. */
  ruleChangedAt: text("rule_changed_at"),
});

/** What would resolve an incident is nothing any more once that is resolved or deleted. */
export const isStale: SQL = sql`(${proposals.incidentID} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${notices} AS open
  WHERE open.notice_id = ${proposals.incidentID} AND open.status <> 'Resolved'))`;
