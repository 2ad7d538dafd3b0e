import type { Language } from "../texts/languages.ts";
import { localeOf } from "../texts/locale.ts";

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

const short = {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const long = { ...short, year: "numeric", timeZoneName: "short" } as const;
const monthAndYear = { month: "long", year: "numeric" } as const;
const day = { month: "short", day: "2-digit", year: "numeric" } as const;

/** In English the spec's MMM DD, YYYY - HH:mm (z): `Nov 21, 2026 - 10:51 (UTC)`; in the reader's own zone unless told. */
export function formatTime(iso: string, language: Language, timeZone?: string): string {
  const format = formatter(language, long, timeZone);
  if (language !== "en") return format.format(new Date(iso));
  const { month, day, year, hour, minute, timeZoneName } = parts(format, iso);
  return `${month} ${day}, ${year} - ${hour}:${minute} (${timeZoneName})`;
}

/** In English the spec's MMM DD, HH:mm: `Nov 21, 10:51`. */
export function formatShort(iso: string, language: Language, timeZone?: string): string {
  return formatter(language, short, timeZone).format(new Date(iso));
}

/** `Nov 21, 2026`, of a UTC day. */
export function formatDay(date: string, language: Language): string {
  return formatter(language, day, "UTC").format(new Date(date));
}

/** `November 2026`, of a month as in 2026-11. */
export function formatMonth(month: string, language: Language): string {
  return formatter(language, monthAndYear, "UTC").format(new Date(month));
}

/** A zone's short name at a moment, since summer time has another: `UTC`, `PDT`, `GMT+9`. */
export function zoneName(iso: string, language: Language, timeZone?: string): string {
  return parts(formatter(language, long, timeZone), iso).timeZoneName ?? "";
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, since making one takes longer than all that is done with it. */
function formatter(language: Language, options: Intl.DateTimeFormatOptions, timeZone: string | undefined) {
  const key = JSON.stringify([language, timeZone, Object.keys(options)]);
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), {
      ...options,
      ...(timeZone && { timeZone }),
    });
    formatters.set(key, format);
  }
  return format;
}

function parts(format: Intl.DateTimeFormat, iso: string): Parts {
  const found = format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(found) as Parts; // as the parts say
}
