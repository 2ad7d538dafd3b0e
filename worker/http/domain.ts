import { isDay } from "../shared/time/domain.ts";

// All control characters other than newline and tab, and two more characters that XML does not allow.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

function hasControls(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

export function isPlainText(text: string): boolean {
  return !hasControls(text) && text.isWellFormed();
}

export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "");
}

/** Besides the Unicode classes without a glyph, this excludes symbols that are blank by design, such as U+2800. */
const VISIBLE =
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/** No stored order is greater, so that a client can send back what it has read. */
export const MAX_ORDER = 9_999_999_999;

export const MAX_INSTANT_CHARACTERS = 40;

/** ISO 8601 with or without separators in the time. The offset from UTC is at most 23:59. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?$/i;

/** @returns milliseconds since the epoch, or undefined outside of the years 0 to 9999 */
export function parseInstant(iso: string): number | undefined {
  const parts = iso.length > MAX_INSTANT_CHARACTERS ? null : INSTANT.exec(iso);
  if (!parts) return undefined;
  const [
    ,
    date = "",
    hour,
    minute = "00",
    second = "00",
    fraction = "",
    offsetHour = "+00",
    offsetMinute = "00",
  ] = parts;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  const time = Date.parse(`${date}T${hour}:${minute}:${second}.${milliseconds}${offsetHour}:${offsetMinute}`);
  // Date takes February 30 for March 2.
  return isDay(date) && time >= FIRST_TIME && time <= LAST_TIME ? time : undefined;
}

const FIRST_TIME = Date.parse("0000-01-01T00:00:00Z");
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** Other texts stay as they are. */
export function toUTC(iso: string): string {
  const time = parseInstant(iso);
  return time === undefined ? iso : new Date(time).toISOString();
}
