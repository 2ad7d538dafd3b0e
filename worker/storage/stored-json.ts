import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type * as z from "zod";
import { tryParseJSON } from "./domain.ts";
import { logDamaged } from "./table.ts";

/** For texts that SQL reads: NULL instead of a text that was damaged in storage, which would fail the whole statement. */
export function readableJSON(text: SQLWrapper, type: "object" | "array"): SQL {
  return sql`CASE WHEN json_valid(${text}) THEN CASE json_type(${text}) WHEN ${sql.raw(`'${type}'`)} THEN ${text} END END`;
}

/** @returns undefined for a text that was damaged in storage, which is logged */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  column: string,
  text: string,
): z.output<Schema> | undefined {
  const { data } = schema.safeParse(tryParseJSON(text));
  if (data === undefined) logDamaged(column);
  return data;
}
