import { DateTime } from "luxon";
import type { LocalTime } from "./local-time.ts";

const months = Array.from({ length: 12 }, (_, index) =>
  DateTime.fromObject({ year: 2024, month: index + 1 }, { locale: "en-US" })
    .toFormat("LLLL")
    .toLowerCase(),
);
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const nearDays = new Map([
  ["yesterday", -1],
  ["today", 0],
  ["tomorrow", 1],
]);
const units = ["days", "weeks"];
const words = [...months, ...weekdays, ...nearDays.keys(), ...units, "next", "last", "in", "at", "ago"];

export interface Direction {
  /** A day without a year is the last one with that name, not the next. */
  isPast: boolean;
}

/**
 * Understands a day as people write it: `tue`, `1 dec`, `dec 1 2027`, `tomorrow 22:00`, `in 3 days 9pm`.
 * @returns `YYYY-MM-DD`, or a local time if the text names one, or undefined for any other text
 */
export function parseTyped(
  text: string,
  { isPast }: Direction,
  now: DateTime = DateTime.now(),
): LocalTime | undefined {
  const { time, rest } = splitTime(toTokens(text));
  const day = time === "" ? undefined : findDay(rest, now.startOf("day"), isPast);
  return day && day.toFormat("yyyy-MM-dd") + (time === undefined ? "" : `T${time}`);
}

/** Tells whether the text can become a day when more is typed. */
export function mayBecomeTyped(text: string): boolean {
  return (
    /[a-z]|^\d\d? $/i.test(text) &&
    toTokens(text).every((token) => /^\d/.test(token) || words.some((word) => word.startsWith(token)))
  );
}

function toTokens(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[.,]/g, " ")
    .replace(/(\d)\s+([ap]m)\b/g, "$1$2");
  return plain.split(/\s+/).filter((token) => token !== "");
}

/** The time is undefined if there is none, and empty if there is no such time. */
function splitTime(tokens: string[]): { time: string | undefined; rest: string[] } {
  const [, hour, minute = "00", half] = tokens.at(-1)?.match(/^(\d\d?)(?::(\d\d))?([ap]m)?$/) ?? [];
  if (hour === undefined || !/:|m$/.test(tokens.at(-1) ?? "")) return { time: undefined, rest: tokens };
  const rest = tokens.slice(0, -1).filter((token, index, { length }) => token !== "at" || index < length - 1);
  const isValid = Number(minute) < 60 && (half ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) < 24);
  if (!isValid) return { time: "", rest };
  const hours = half ? (Number(hour) % 12) + (half === "pm" ? 12 : 0) : Number(hour);
  return { time: `${String(hours).padStart(2, "0")}:${minute}`, rest };
}

function findDay(tokens: string[], today: DateTime, isPast: boolean): DateTime | undefined {
  const [first = "", second = "", third = "", ...more] = tokens;
  if (more.length > 0) return undefined;
  if (third === "" && second === "") return nearDay(first, today) ?? nextWeekday(first, today, isPast);
  if (third === "" && first === "next" && !isPast) return nextWeekday(second, today, isPast);
  if (third === "" && first === "last" && isPast) return nextWeekday(second, today, isPast);
  if (first === "in") return addDays(today, second, third, 1);
  if (third === "ago") return addDays(today, first, second, -1);
  return namedMonth(first, second, third, today, isPast) ?? namedMonth(second, first, third, today, isPast);
}

/** Three letters are enough. */
function indexOfWord(list: readonly string[], token: string): number {
  return token.length < 3 ? -1 : list.findIndex((word) => word.startsWith(token));
}

function nearDay(token: string, today: DateTime): DateTime | undefined {
  const days = nearDays.get(token);
  return days === undefined ? undefined : today.plus({ days });
}

/** Today's own name means the day a week away: for today, there is a word. */
function nextWeekday(token: string, today: DateTime, isPast: boolean): DateTime | undefined {
  const weekday = indexOfWord(weekdays, token) + 1;
  if (weekday === 0) return undefined;
  const days = isPast ? -((today.weekday - weekday + 7) % 7 || 7) : (weekday - today.weekday + 7) % 7 || 7;
  return today.plus({ days });
}

function addDays(today: DateTime, count: string, unit: string, sign: 1 | -1): DateTime | undefined {
  const isWeek = /^weeks?$/.test(unit);
  if (!/^\d{1,3}$/.test(count) || !(isWeek || /^days?$/.test(unit))) return undefined;
  return today.plus({ days: sign * Number(count) * (isWeek ? 7 : 1) });
}

function namedMonth(
  name: string,
  day: string,
  year: string,
  today: DateTime,
  isPast: boolean,
): DateTime | undefined {
  const month = indexOfWord(months, name) + 1;
  const [, number] = day.match(/^(\d\d?)(?:st|nd|rd|th)?$/) ?? [];
  if (month === 0 || number === undefined || !/^(\d{4})?$/.test(year)) return undefined;
  const inYear = (each: number) => DateTime.local(each, month, Number(number));
  if (year !== "") return inYear(Number(year)).isValid ? inYear(Number(year)) : undefined;
  // February 29 can be eight years away.
  const years = Array.from({ length: 9 }, (_, index) => today.year + (isPast ? -index : index));
  return years.map(inYear).find((date) => date.isValid && (isPast ? date <= today : date >= today));
}
