export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_SECONDS = MINUTE_MS / SECOND_MS;
export const HOUR_SECONDS = HOUR_MS / SECOND_MS;
export const DAY_SECONDS = DAY_MS / SECOND_MS;

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** @returns the day in UTC, such as 2026-01-31 */
export function utcDay(time: number): string {
  return isoTime(time).slice(0, 10);
}

export function minuteOfDay(time: number): number {
  return Math.floor((time % DAY_MS) / MINUTE_MS);
}

export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

export function daysBetween(start: number, end: number): string[] {
  const days = [];
  for (let time = startOfDay(utcDay(start)); time < end; time += DAY_MS) days.push(utcDay(time));
  return days;
}

/** @returns the day as addresses of day files have it, without leading zeros: 2026/1/31 */
export function dayPath(day: string): string {
  return day.split("-").map(Number).join("/");
}

export function parseDayPath(year: string, month: string, day: string): string | undefined {
  if (![year, month, day].every((part) => /^[1-9]\d{0,3}$/.test(part))) return undefined;
  const padded = [year.padStart(4, "0"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isDay(padded) ? padded : undefined;
}

/** Whether it is a day of the calendar, written like 2026-01-31. */
export function isDay(text: string): boolean {
  const time = startOfDay(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && utcDay(time) === text;
}

export function isTimeZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function formatDayUTC(iso: string): string {
  return `${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(8, 10)}, ${iso.slice(0, 4)}`;
}

/** `Nov 21, 2026 - 10:51 (UTC)`. */
export function formatTimeUTC(iso: string): string {
  return `${formatDayUTC(iso)} - ${iso.slice(11, 16)} (UTC)`;
}
