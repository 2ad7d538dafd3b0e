import * as z from "zod";
import { isoTime, MINUTE_MS } from "../shared/time/domain.ts";
import {
  hasVisibleText,
  isPlainText,
  MAX_INSTANT_CHARACTERS,
  MAX_ORDER,
  parseInstant,
  toUTC,
} from "./domain.ts";

export function text(label: string, { min = 0, max }: { min?: number; max: number }) {
  const required = `${label} is required.`;
  // Many of these are made when the Worker starts: one `check` copies the schema once, and formatting a number takes 1 ms.
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : `${label} must be a string.`) })
    .check(
      z.overwrite((value) => value.replaceAll("\r\n", "\n").trim()),
      z.minLength(min, required),
      z.maxLength(max, { error: () => `${label} can be ${max.toLocaleString("en")} characters at most.` }),
      z.refine(isPlainText, {
        error: `${label} contains a control character. Only line breaks and tabs are allowed.`,
      }),
      z.refine((value) => value === "" || !isPlainText(value) || hasVisibleText(value), {
        error: `${label} contains only invisible characters. Enter at least one visible character.`,
      }),
    );
}

export function labeledEnum<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, { error: `${label} must be one of: ${values.join(", ")}.` });
}

export function instant(label: string) {
  const error = `${label} must be a date and time such as 2026-01-31T09:00:00Z.`;
  return z
    .string({ error })
    .max(MAX_INSTANT_CHARACTERS, { error, abort: true })
    .refine((iso) => parseInstant(iso) !== undefined, { error, abort: true })
    .overwrite(toUTC)
    .register(instants, { format: "date-time" });
}

/** The API description gives these schemas, and those made from them, this format. zod only knows that they are strings. */
export const instants = z.registry<{ format: string }>();

const MAX_NOTICE_YEARS = { back: 10, ahead: 5 };

/** Imported notices keep times that are out of these bounds, since nobody sends them. */
function recentInstant(label: string) {
  return instant(label).refine((iso) => !(Date.parse(iso) < yearsFromNow(-MAX_NOTICE_YEARS.back)), {
    error: `${label} can't be more than ten years ago.`,
  });
}

export function plannedInstant(label: string) {
  return recentInstant(label).refine((iso) => !(Date.parse(iso) > yearsFromNow(MAX_NOTICE_YEARS.ahead)), {
    error: `${label} can't be more than five years ahead.`,
  });
}

function yearsFromNow(years: number): number {
  const now = new Date();
  return now.setUTCFullYear(now.getUTCFullYear() + years);
}

/** The time in a notice. Clients' clocks can be a minute ahead. */
export function pastInstant(label: string) {
  return (
    recentInstant(label)
      .refine((iso) => !(Date.parse(iso) > Date.now() + MINUTE_MS), {
        error: `${label} can't be in the future.`,
      })
      // The stored time must not be later than the times of following writes.
      .overwrite((iso) => (Date.parse(iso) > Date.now() ? isoTime(Date.now()) : iso))
  );
}

export function orderNumber() {
  return z
    .int({ error: "Order must be a whole number." })
    .min(0, "Order can't be negative.")
    .max(MAX_ORDER, "Order can be 9,999,999,999 at most.");
}

export function requireAnyField<T extends z.ZodObject>(schema: T) {
  const fields = Object.keys(schema.shape);
  return schema
    .refine((body) => fields.some((field) => body[field] !== undefined), {
      error: `Nothing to change: send at least one of ${fields.join(", ")}.`,
    })
    .meta({ minProperties: 1 });
}

export function id(invalidMessage: string, missingMessage = invalidMessage) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missingMessage : invalidMessage) })
    .max(50, { error: invalidMessage, abort: true })
    .refine(isPlainText, { error: invalidMessage });
}

export function boundedRecord<Value extends z.ZodType>(
  label: string,
  value: Value,
  { maxFields, maxNameCharacters }: { maxFields: number; maxNameCharacters: number },
) {
  return z
    .record(z.string(), value, { error: `${label} must be an object.` })
    .refine((fields) => Object.keys(fields).length <= maxFields, {
      error: () => `${label} can have ${maxFields.toLocaleString("en")} fields at most.`,
    })
    .refine((fields) => Object.keys(fields).every((name) => name.length <= maxNameCharacters), {
      error: `${label} can have names of ${maxNameCharacters} characters at most.`,
    })
    .meta({ maxProperties: maxFields, propertyNames: { maxLength: maxNameCharacters } });
}

export const ErrorResponse = z.object({
  errorMessage: z.string().describe("A sentence that says what is wrong and what to do."),
  errors: z
    .array(
      z.object({
        path: z.string().optional().describe("The path in the body, for example `components.0.status`."),
        message: z.string().describe("What is wrong, and what is expected."),
      }),
    )
    .optional()
    .describe("Every reason, up to 100. Under /api/v0 there is always at least one."),
  current: z.unknown().optional(),
});
export type ErrorResponse = z.output<typeof ErrorResponse>;
