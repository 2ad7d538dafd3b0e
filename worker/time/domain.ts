export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** @returns an instant as it is stored and sent */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** @returns a day in UTC: 2026-01-31 */
export function dayOf(time: number): string {
  return isoTime(time).slice(0, 10);
}

/** @returns 0 to 1439 */
export function minuteOf(time: number): number {
  return Math.floor((time % DAY_MS) / MINUTE_MS);
}

export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** The days that the time from `from` up to, not including, `to` touches. */
export function daysBetween(from: number, to: number): string[] {
  const days = [];
  for (let at = startOf(dayOf(from)); at < to; at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** Year, month and day without leading zeros, as the addresses of day files have them. */
export function dayPath(day: string): string {
  return day.split("-").map(Number).join("/");
}

/** The day that three segments of an address name, or undefined when there is none such. */
export function dayFrom(year: string, month: string, day: string): string | undefined {
  if (![year, month, day].every((part) => /^[1-9]\d{0,3}$/.test(part))) return undefined;
  const named = [year.padStart(4, "0"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const time = startOf(named);
  return !Number.isNaN(time) && dayOf(time) === named ? named : undefined;
}
