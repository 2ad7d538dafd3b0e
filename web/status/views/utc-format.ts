import { formatDayUTC, formatTimeUTC } from "../../../worker/shared/time/domain.ts";
import { formats } from "../texts/formats.ts";
import type { Language } from "../texts/languages.ts";

// The Worker renders these in UTC, without `Intl`. `time-format.ts` writes the same with it, in any time zone.

/** `Nov 21, 2026 - 10:51 (UTC)` */
export function formatInUTC(iso: string, language: Language): string {
  if (language === "en") return formatTimeUTC(iso);
  return `${formats[language].withTime(formatUTCDay(iso, language), iso.slice(11, 16))} UTC`;
}

/** `Nov 21, 10:51` */
export function formatShortInUTC(iso: string, language: Language): string {
  const { dayOfMonth, withTime } = formats[language];
  const { day, month } = parseDate(iso, language);
  return withTime(dayOfMonth(language === "en" ? day.padStart(2, "0") : day, month), iso.slice(11, 16));
}

/** `Nov 21, 2026` */
export function formatUTCDay(date: string, language: Language): string {
  if (language === "en") return formatDayUTC(date);
  const { day, month, year } = parseDate(date, language);
  return formats[language].withYear(formats[language].dayOfMonth(day, month), year);
}

/** `Nov 18 – 21`, in English without the leading zeros of single days, or `Nov 21` where both are the same day. */
export function formatUTCDays(from: string, to: string, language: Language): string {
  const { dayOfMonth, withYear, dayRange } = formats[language];
  const [start, end] = [parseDate(from, language), parseDate(to, language)];
  if (from === to) return dayOfMonth(language === "en" ? end.day.padStart(2, "0") : end.day, end.month);
  if (dayRange === null) {
    const range = start.year === end.year ? `${from.slice(5)}～${to.slice(5)}` : `${from}～${to}`;
    return range.replaceAll("-", "/");
  }
  const [first, last] = [dayOfMonth(start.day, start.month), dayOfMonth(end.day, end.month)];
  if (start.year !== end.year) return `${withYear(first, start.year)} – ${withYear(last, end.year)}`;
  if (start.month !== end.month) return `${first} – ${last}`;
  return dayOfMonth(`${start.day}${dayRange}${end.day}`, end.month);
}

/** `November 2026`, of a month as in 2026-11 */
export function formatMonth(month: string, language: Language): string {
  const { months, monthOfYear } = formats[language];
  return monthOfYear(months[Number(month.slice(5, 7)) - 1] ?? "", Number(month.slice(0, 4)));
}

function parseDate(iso: string, language: Language) {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split("-").map(Number);
  return { year, month: formats[language].shortMonths[month - 1] ?? "", day: `${day}` };
}
