import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";

const dateTimeFormat = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
});

/** `MMM DD, YYYY - HH:mm (z)` in the browser's zone: Nov 21, 2026 - 10:51 (UTC). */
export function formatDateTime(iso: string): string {
  const { zone } = dateTimeParts(iso);
  return `${formatDate(iso)} (${zone})`;
}

/** `MMM DD, YYYY - HH:mm` in the browser's zone. */
export function formatDate(iso: string): string {
  const { day, year, time } = dateTimeParts(iso);
  return `${day}, ${year} - ${time}`;
}

/** `MMM DD, HH:mm` in the browser's zone. */
export function formatShort(iso: string): string {
  const { day, time } = dateTimeParts(iso);
  return `${day}, ${time}`;
}

/** `HH:mm` in the browser's zone. */
export function formatTime(iso: string): string {
  return dateTimeParts(iso).time;
}

/** `MMM DD, HH:mm - MMM DD, HH:mm (zone)` in the browser's zone. The zone's name is that at the end time. */
export function formatRange(startAt: string, endAt: string): string {
  const [start, end] = [dateTimeParts(startAt), dateTimeParts(endAt)];
  return `${start.day}, ${start.time} - ${end.day}, ${end.time} (${end.zone})`;
}

/** `19:58–22:58` in the browser's zone, with the days where they differ. */
export function formatTimes(startAt: string, endAt: string): string {
  const [start, end] = [dateTimeParts(startAt), dateTimeParts(endAt)];
  return start.day === end.day
    ? `${start.time}–${end.time}`
    : `${start.day}, ${start.time} – ${end.day}, ${end.time}`;
}

/** The two largest units that are not zero: 3 d 4 h, 2 h 5 min, 45 min. */
export function formatDuration(from: string, to: string): string {
  const durationMs = Math.max(0, Date.parse(to) - Date.parse(from));
  const [days, hours, minutes] = [
    Math.floor(durationMs / DAY_MS),
    Math.floor((durationMs % DAY_MS) / HOUR_MS),
    Math.floor((durationMs % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : "< 1 min";
}

/** `5 min ago`, or `just now` within the first minute. */
export function formatAge(iso: string, now: number): string {
  return now - Date.parse(iso) < MINUTE_MS ? "just now" : `${formatDuration(iso, isoTime(now))} ago`;
}

/** A duration for places where a line could break between a number and its unit. */
export function unbrokenDuration(from: string, to: string): string {
  return formatDuration(from, to).replaceAll(" ", "\u00a0");
}

const monthName = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", timeZone: "UTC" });

/** `2026-11` as November 2026. A malformed month stays as it is. */
export function formatMonth(month: string): string {
  const time = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(time) ? month : monthName.format(time);
}

function dateTimeParts(iso: string) {
  const valueByType: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of dateTimeFormat.formatToParts(new Date(iso))) valueByType[type] = value;
  const { year, month, day, hour, minute, timeZoneName } = valueByType;
  return { year, day: `${month} ${day}`, time: `${hour}:${minute}`, zone: timeZoneName };
}
