import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import { components, statusChanges, statusOverrides } from "../components/table.ts";
import { componentGroups } from "../groups/table.ts";
import { cancelledMaintenances } from "../maintenances/table.ts";
import { metricBackfills, metrics } from "../metrics/table.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "../notices/table.ts";
import { postmortems } from "../postmortems/table.ts";
import { settings } from "../settings/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { templates } from "../templates/table.ts";
import type { ArchivePart } from "./domain.ts";
import * as rows from "./rows.ts";

interface TablePart {
  table: SQLiteTable;
  /** Its fields are the table's exported columns. */
  row: z.ZodObject;
}

/** Subscribers are read with their choices. Day files and logos are in R2. */
type OtherPart = "subscribers" | "metricDays" | "logos";

export const tableParts: Record<Exclude<ArchivePart, OtherPart>, TablePart> = {
  componentGroups: { table: componentGroups, row: rows.ComponentGroupRow },
  components: { table: components, row: rows.ComponentRow },
  statusChanges: { table: statusChanges, row: rows.StatusChangeRow },
  statusOverrides: { table: statusOverrides, row: rows.StatusOverrideRow },
  notices: { table: notices, row: rows.NoticeRow },
  noticeUpdates: { table: noticeUpdates, row: rows.NoticeUpdateRow },
  noticeUpdateComponents: {
    table: noticeUpdateComponents,
    row: rows.NoticeUpdateComponentRow,
  },
  noticeComponents: {
    table: noticeComponents,
    row: rows.NoticeComponentRow,
  },
  deletedComponents: {
    table: deletedComponents,
    row: rows.DeletedComponentRow,
  },
  postmortems: { table: postmortems, row: rows.PostmortemRow },
  cancelledMaintenances: {
    table: cancelledMaintenances,
    row: rows.CancelledMaintenanceRow,
  },
  templates: { table: templates, row: rows.TemplateRow },
  metrics: { table: metrics, row: rows.MetricRow },
  metricBackfills: { table: metricBackfills, row: rows.MetricBackfillRow },
  settings: { table: settings, row: rows.SettingsRow },
};

export function isTablePart(part: ArchivePart): part is keyof typeof tableParts {
  return Object.hasOwn(tableParts, part);
}

/** @returns undefined for parts whose rows are files in R2 */
export function tableOf(part: ArchivePart): SQLiteTable | undefined {
  if (part === "subscribers") return subscribers;
  return isTablePart(part) ? tableParts[part].table : undefined;
}

export function columnOf(table: SQLiteTable, name: string) {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}.`);
  return column;
}
