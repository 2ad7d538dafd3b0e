// Imported when an archive is read or written: making these schemas takes longer than most requests.
import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import type { TablePart } from "../entities/domain.ts";
import { isDay } from "../shared/time/domain.ts";
import { ID_CHARACTERS, isID, isOfAlphabet, tryParseJSON } from "../storage/domain.ts";
import type { ArchivedTable } from "../storage/entity.ts";
import { archivedTables } from "./parts.ts";

const id = z
  .string()
  .max(50)
  .refine(isID, { error: `An ID has ${ID_CHARACTERS} letters and digits.` });
const time = z.string().max(24).refine(isTime, { error: "A time is written like 2026-01-31T09:00:00.000Z." });
const day = z.string().max(10).refine(isDay, { error: "A day is written like 2026-01-31." });
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A text that a change accepts. It stays as it is, although a change would remove the spaces around it. */
function accepted(schema: z.ZodType, parse = (text: string): unknown => text) {
  return z.string().check(({ value, issues }) => {
    for (const { message, path } of schema.safeParse(parse(value)).error?.issues ?? [])
      issues.push({ code: "custom", input: value, path: [...path], message });
  });
}

function jsonText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => tryParseJSON(text) !== undefined, { error: "A text is not valid JSON.", abort: true });
}

function json(schema: z.ZodType, max: number): z.ZodType {
  return jsonText(max).pipe(accepted(schema, tryParseJSON));
}

const schemas = { id, time, noTime: z.literal(""), day, count, accepted, json };
export type RowSchemas = typeof schemas;

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

const cached = new Map<TablePart, z.ZodObject>();

export function rowSchema(part: TablePart): z.ZodObject {
  const known = cached.get(part) ?? buildRowSchema(archivedTables[part]);
  cached.set(part, known);
  return known;
}

function buildRowSchema({ table, input, omit = {}, fields, check, isPartial }: ArchivedTable): z.ZodObject {
  const own = fields?.(schemas) ?? {};
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { generated }]) => !(name in omit || generated),
  );
  const row = z.strictObject({
    ...own,
    ...Object.fromEntries(
      columns.map(([name, column]) => {
        const value = own[name] ?? refine(columnSchema(column), name, column, input?.shape[name]);
        const field = column.notNull ? value : value.nullable();
        return [name, isPartial ? field.optional() : withDefault(field, column)];
      }),
    ),
  });
  return check ? check(row) : row;
}

/** What the table knows of a column are its type, and its values if they are few. */
function columnSchema({ enumValues, dataType, columnType }: Column): z.ZodType {
  if (enumValues && enumValues.length > 0) return z.enum(enumValues);
  switch (dataType) {
    case "string":
      return z.string();
    case "number":
      return columnType === "SQLiteInteger" ? z.int() : z.number();
    case "boolean":
      return z.boolean();
    default:
      return z.any();
  }
}

function refine(schema: z.ZodType, name: string, column: Column, input: unknown): z.ZodType {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodBoolean) return schema;
  const isText = schema instanceof z.ZodString;
  const named = isText && (/ID$/.test(name) ? id : /At$/.test(name) ? time : undefined);
  if (named) return column.default === "" ? named.or(schemas.noTime) : named;
  if (input instanceof z.ZodType) return isText ? accepted(input) : z.nonoptional(input);
  if (schema instanceof z.ZodNumber) return schema.min(column.primary ? 1 : 0);
  throw new Error(`An entity.ts must say what an archive can have as ${getTableName(column.table)}.${name}.`);
}

/** A version can add a column only with a default, which rows of archives from before get. */
function withDefault(field: z.ZodType, { notNull, default: value }: Column): z.ZodType {
  if (!notNull) return field.default(null);
  return value === undefined ? field : field.default(value);
}

/** Archives from before the overrides have the sums of a busy day's earlier changes in place of these changes. */
export const EarlierThatDay = jsonText(1000)
  .transform(tryParseJSON)
  .pipe(z.strictObject({ since: time, milliseconds: z.partialRecord(z.enum(componentStatuses), count) }))
  .nullish();

const MINUTES_PER_DAY = 1440;
const point = z.tuple([
  z
    .int()
    .min(0)
    .max(MINUTES_PER_DAY - 1),
  z.number(),
  count,
]);

export const MetricDayRow = z.strictObject({
  metricID: id,
  day,
  /** Ascending: the minute of the day, the value, and when it was accepted, in milliseconds since the epoch. */
  points: z
    .array(point)
    .max(MINUTES_PER_DAY)
    .refine((points) => points.every(([minute], n) => n === 0 || minute > (points[n - 1]?.[0] ?? 0)), {
      error: "The points of a day must be in ascending order, with one per minute.",
    }),
});
export type MetricDayRow = z.output<typeof MetricDayRow>;

export const LogoRow = z.strictObject({
  name: z
    .string()
    .max(50)
    .refine((text) => isOfAlphabet(text.replace(/@2x$/, ""), ID_CHARACTERS), {
      error: "The name of a logo is an ID, or an ID and @2x.",
    }),
  /** Base64. */
  data: z.string(),
});
export type LogoRow = z.output<typeof LogoRow>;
