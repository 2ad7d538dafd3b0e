import { type Language, localeOf } from "../texts/languages.ts";

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

const hourAndMinute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const monthAndDay = { month: "short", day: "numeric" } as const;
const shortFormat = formatters({ ...monthAndDay, ...hourAndMinute });
const longFormat = formatters({
  ...monthAndDay,
  ...hourAndMinute,
  year: "numeric",
  timeZoneName: "short",
});
const dayFormat = formatters({ ...monthAndDay, year: "numeric" });
const monthAndYearFormat = formatters({ month: "long", year: "numeric" });

/** In English the spec's MMM DD, YYYY - HH:mm (z): `Nov 21, 2026 - 10:51 (UTC)`; in the reader's own zone unless told. */
export function formatTime(iso: string, language: Language, timeZone?: string): string {
  const format = longFormat(language, timeZone);
  if (language !== "en") return format.format(new Date(iso));
  const { month, day, year, hour, minute, timeZoneName } = parts(format, iso);
  return `${month} ${day}, ${year} - ${hour}:${minute} (${timeZoneName})`;
}

/** In English the spec's MMM DD, HH:mm: `Nov 21, 10:51`. */
export function formatShort(iso: string, language: Language, timeZone?: string): string {
  return shortFormat(language, timeZone).format(new Date(iso));
}

/** `Nov 21, 2026`, of a UTC day. */
export function formatDay(date: string, language: Language): string {
  return dayFormat(language, "UTC").format(new Date(date));
}

/** `November 2026`, of a month as in 2026-11. */
export function formatMonth(month: string, language: Language): string {
  return monthAndYearFormat(language, "UTC").format(new Date(month));
}

/** A zone's short name at a moment, since summer time has another: `UTC`, `PDT`, `GMT+9`. */
export function zoneName(iso: string, language: Language, timeZone?: string): string {
  return parts(longFormat(language, timeZone), iso).timeZoneName ?? "";
}

/** Keeps each formatter that it makes, since making one takes longer than all that is done with it. */
function formatters(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (language: Language, timeZone: string | undefined) => {
    const key = `${language} ${timeZone}`;
    let format = made.get(key);
    if (!format) {
      // The specification's DD is English; elsewhere a day is written as the language writes it.
      const day = language === "en" && options.day ? ({ day: "2-digit" } as const) : {};
      format = new Intl.DateTimeFormat(localeOf(language), { ...options, ...day, timeZone });
      made.set(key, format);
    }
    return format;
  };
}

function parts(format: Intl.DateTimeFormat, iso: string): Parts {
  const found = format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(found) as Parts; // as the parts say
}
