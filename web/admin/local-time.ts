import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";

/**
 * Local time without a zone: `2026-11-22T09:15`. Without a date it begins with the `T`. When the clocks go back, an hour comes
 * twice. A time in the second one has its offset: `2026-10-25T02:15+01:00`.
 */
export type LocalTime = string;

export function localTime(moment: Date | string): LocalTime {
  const at = new Date(moment);
  const date = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join("-");
  const local = `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
  const isSecond = at.getTime() - new Date(local).getTime() >= MINUTE_MS;
  return isSecond ? local + offsetOf(at) : local;
}

/** @returns an empty string for an invalid time, such as February 30. An hour that daylight saving skips becomes the next. */
export function isoTime(local: LocalTime): string {
  const at = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d([+-]\d\d:\d\d)?$/.test(local) ? local : Number.NaN);
  const [date] = local.split("T");
  return date && localTime(at).startsWith(date) ? at.toISOString() : "";
}

export function startOfTomorrow(): LocalTime {
  const now = new Date();
  return localTime(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
}

export function addTime(local: LocalTime, milliseconds: number): LocalTime {
  const iso = isoTime(local);
  return iso && localTime(new Date(Date.parse(iso) + milliseconds));
}

/** @returns milliseconds, or NaN unless both times are valid */
export function timeBetween(from: LocalTime, to: LocalTime): number {
  return Date.parse(isoTime(to)) - Date.parse(isoTime(from));
}

/** The same time when the clocks show it again after they go back. */
export function repeatedTime(local: LocalTime): LocalTime | undefined {
  const wallClock = withoutOffset(local);
  const iso = isoTime(wallClock);
  if (iso === "") return undefined;
  const at = Date.parse(iso);
  const minutesBack = new Date(at + DAY_MS).getTimezoneOffset() - new Date(at - DAY_MS).getTimezoneOffset();
  if (minutesBack <= 0) return undefined;
  const again = localTime(new Date(at + minutesBack * MINUTE_MS));
  return again !== wallClock && withoutOffset(again) === wallClock ? again : undefined;
}

/** The time that a skipped time becomes when the clocks go forward. */
export function skippedTo(local: LocalTime): LocalTime | undefined {
  const iso = isoTime(local);
  const actual = iso && localTime(iso);
  return withoutOffset(actual) === withoutOffset(local) ? undefined : actual || undefined;
}

export function withoutOffset(local: LocalTime): LocalTime {
  return local.replace(/[+-]\d\d:\d\d$/, "");
}

function offsetOf(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${pad(hours)}:${pad(rest)}`;
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}
