import { DateTime } from "luxon";
import * as z from "zod";

// C0 and C1 control characters other than newline and tab, and the two others that no XML can hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/;

/** Whether a text has no control character other than newline and tab, and no half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/**
 * Any character that can be seen by itself: none of the control, format and space characters, combining marks and those that
 * Unicode has no glyph for by default (zero-width ones, variation selectors, tags, Hangul fillers), and no symbol that is
 * blank by design.
 */
const VISIBLE =
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/**
 * A trimmed string without control characters, `min` to `max` characters long; where there is any, one of them can be seen.
 * `label` names the field in the sentence that a person reads.
 */
export function text(label: string, { min = 0, max }: { min?: number; max: number }) {
  const required = `${label} is required.`;
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : `${label} must be a string.`) })
    .overwrite((value) => value.replaceAll("\r\n", "\n").trim())
    .min(min, required)
    .max(max, `${label} can be ${max.toLocaleString("en")} characters at most.`)
    .refine(isPlainText, {
      error: `${label} contains a control character. Only line breaks and tabs are allowed.`,
    })
    .refine((value) => value === "" || !isPlainText(value) || VISIBLE.test(value), {
      error: `${label} contains only invisible characters. Enter at least one visible character.`,
    });
}

/** One of the listed states. */
export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, { error: `${label} must be one of: ${values.join(", ")}.` });
}

/** 2026-01-31T09:00:00.000000000+00:00 and a little more. */
const MAX_INSTANT_CHARACTERS = 40;

/** A date and a time, and an offset from UTC of up to 23:59: luxon takes one of any size, which moves a time by days. */
const INSTANT =
  /^\d{4}-\d\d-\d\d[Tt]\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?([Zz]|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/;

/** ISO 8601 date and time, kept as UTC with milliseconds; without a zone it means UTC. */
export function instant(label: string) {
  const error = `${label} must be a date and time such as 2026-01-31T09:00:00Z.`;
  return z
    .string({ error })
    .max(MAX_INSTANT_CHARACTERS, { error, abort: true })
    .refine((iso) => parseInstant(iso) !== undefined, { error, abort: true })
    .overwrite(toUTC)
    .register(instants, {});
}

/** The schemas of dates with a time, for the API's description: to zod they are any string. */
export const instants = z.registry();

/** Milliseconds since the epoch, of a date of the years 0 to 9999 with a time; undefined for anything else. */
export function parseInstant(iso: string): number | undefined {
  // luxon reads weeks, bare times and names of zones, too, which nobody means here.
  if (iso.length > MAX_INSTANT_CHARACTERS || !INSTANT.test(iso)) return undefined;
  const time = DateTime.fromISO(iso, { zone: "utc" });
  return time.isValid && time.year >= 0 && time.year <= 9999 ? time.toMillis() : undefined;
}

function toUTC(iso: string): string {
  const time = parseInstant(iso);
  // Runs on what has just been refused, too; that stays as it is.
  return time === undefined ? iso : new Date(time).toISOString();
}

/** A moment in the past; a minute of leeway for clocks that run ahead. */
export function pastInstant(label: string) {
  return (
    instant(label)
      .refine((iso) => !(Date.parse(iso) > Date.now() + 60_000), {
        error: `${label} can't be in the future.`,
      })
      // Stored, it is never ahead of what is said later.
      .overwrite((iso) => (Date.parse(iso) > Date.now() ? new Date().toISOString() : iso))
      .register(instants, {})
  );
}

/** No component and no metric has a greater order, so that each can be sent back as it was read. */
export const MAX_ORDER = 9_999_999_999;

/** Where something stands in its list: seconds since the epoch, or near it. */
export function orderNumber() {
  return z
    .int({ error: "Order must be a whole number." })
    .min(0, "Order can't be negative.")
    .max(MAX_ORDER, "Order can be 9,999,999,999 at most.");
}

/** For a PATCH: at least one of the schema's fields has to be there. */
export function requireAnyField<T extends z.ZodObject>(schema: T) {
  const fields = Object.keys(schema.shape);
  return schema
    .refine((body) => fields.some((field) => body[field] !== undefined), {
      error: `Nothing to change: send at least one of ${fields.join(", ")}.`,
    })
    .meta({ minProperties: 1 });
}

/** An id in a body: of what there is none, the answer says so. */
export function id(wrong: string, missing = wrong) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : wrong) })
    .max(50, { error: wrong, abort: true })
    .refine(isPlainText, { error: wrong });
}

/** An object of any fields, so many at most. */
export function boundedRecord<Value extends z.ZodType>(
  label: string,
  value: Value,
  { maxFields, maxName }: { maxFields: number; maxName: number },
) {
  return z
    .record(z.string(), value, { error: `${label} must be an object.` })
    .refine((fields) => Object.keys(fields).length <= maxFields, {
      error: `${label} can have ${maxFields.toLocaleString("en")} fields at most.`,
    })
    .refine((fields) => Object.keys(fields).every((name) => name.length <= maxName), {
      error: `${label} can have names of ${maxName} characters at most.`,
    })
    .meta({ maxProperties: maxFields, propertyNames: { maxLength: maxName } });
}

/** How every refusal is answered; what `current` can be is in the API's description: openapi/refusals.ts. */
export const ErrorAnswer = z.object({
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
export type ErrorAnswer = z.output<typeof ErrorAnswer>;
