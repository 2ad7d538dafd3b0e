import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { RowSchemas } from "../backup/rows.ts";
import type { EntityKind, TablePartOf } from "../entities/domain.ts";
import type { KindWithoutFields } from "../writes/audit/domain.ts";
import type { Audited } from "./audited.ts";

export const exampleTimes = { began: "2026-01-31T09:00:00.000Z", later: "2026-01-31T09:25:00.000Z" };

/** What archives, the audit log and the API's description need to know of an entity. */
export interface Entity<Kind extends EntityKind = EntityKind> {
  /** The page of its calls in the documentation. Without one, they are on pages of others. */
  tag?: { name: string; description: string };
  /** What a 409 has as `current` after a stale `If-Match`. */
  items: z.ZodType[];
  /** Parameters of paths with a description and an example. The parameter of its ID has a sentence, unless it is here. */
  parameters?: Record<string, [description: string, example: string]>;
  examples: () => Record<string, unknown>;
  audit: Kind extends KindWithoutFields ? null : Audited;
  archive: Record<TablePartOf<Kind>, ArchivedTable>;
}

export interface ArchivedTable {
  table: SQLiteTable;
  /** The request that writes it: an archive's texts have the limits of the fields with their names. */
  input?: z.ZodObject;
  /** The columns that no archive has, and why. */
  omit?: Record<string, string>;
  /** The fields whose values follow neither from the column nor from `input`. A field can also stand for rows of other tables. */
  fields?: (schemas: RowSchemas) => Record<string, z.ZodType>;
  /** Adds what is checked between fields. */
  check?: (row: z.ZodObject) => z.ZodObject;
  /** The omitted columns that follow from the row. */
  derive?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** A row can have any of the fields, and the others stay as they are. */
  isPartial?: true;
}

/** A check that is made by the schema of a request. */
export function checkedBy(schema: z.ZodType, toFields: (row: Record<string, unknown>) => unknown) {
  return (row: z.ZodObject): z.ZodObject =>
    row.check(({ value, issues }) => {
      for (const { message, path } of schema.safeParse(toFields(value)).error?.issues ?? [])
        issues.push({ code: "custom", input: value, path: [...path], message });
    });
}
