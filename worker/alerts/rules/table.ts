import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { componentStatuses } from "../../components/domain.ts";
import { ruleModes } from "./domain.ts";

export const alertRules = sqliteTable("alert_rules", {
  ruleID: text("rule_id").primaryKey(),
  name: text("name").notNull(),
  /** Empty for every source. */
  source: text("source").notNull(),
  /** JSON: a list of labels with their values. */
  labels: text("labels").notNull(),
  /** JSON. It may name components that were deleted: reads leave them out, so deleting one writes nothing here. */
  components: text("components").notNull(),
  /** All components that the group has when the rule acts get `groupStatus`. It may have been deleted. */
  groupID: text("group_id"),
  groupStatus: text("group_status", { enum: componentStatuses }).notNull(),
  /** It may have been deleted. The incident then names its components. */
  templateID: text("template_id"),
  mode: text("mode", { enum: ruleModes }).notNull(),
  holdMinutes: integer("hold_minutes").notNull(),
  settleMinutes: integer("settle_minutes").notNull(),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** What a rule knows of its alerts. A restored rule that no alert has matched has none. */
export const alertEpisodes = sqliteTable("alert_episodes", {
  ruleID: text("rule_id")
    .primaryKey()
    .references(() => alertRules.ruleID, { onDelete: "cascade" }),
  /** Raised by each change, so that two runs never overwrite each other's. 0 before the first run of a new rule. */
  version: integer("version").notNull(),
  /** JSON. */
  state: text("state").notNull(),
  /** When the rule has to look again. Null if only another alert can change something. */
  dueAt: text("due_at"),
});

/** The last received alerts that the rules have seen. It has one row once something was received. */
export const alertProgress = sqliteTable("alert_progress", {
  id: integer("id").primaryKey(),
  receivedID: integer("received_id").notNull(),
});
