import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { TablePart } from "../entities/domain.ts";
import { entities } from "../entities/registry.ts";
import type { ArchivedTable } from "../storage/entity.ts";
import type { ArchivePart } from "./domain.ts";

/** Day files and logos are in R2. */
export const archivedTables: Record<TablePart, ArchivedTable> = Object.assign(
  {},
  ...Object.values(entities).map(({ archive }) => archive),
);

export function isTablePart(part: ArchivePart): part is TablePart {
  return Object.hasOwn(archivedTables, part);
}

/** @returns undefined for parts whose rows are files in R2 */
export function tableOf(part: ArchivePart): SQLiteTable | undefined {
  return isTablePart(part) ? archivedTables[part].table : undefined;
}
