import { DateTime } from "luxon";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { formatDuration } from "./dates.ts";
import { isoTime, type LocalTime, localTime, repeatedTime, skippedTo, withoutOffset } from "./local-time.ts";

/**
 * Says how a local time is understood: `2 h, in 3 days · your time is Berlin (GMT+1) · UTC: 10:00–12:00`. Days are named where they differ
 * from the local ones.
 */
export function timeNote(start: LocalTime, end: LocalTime = start, now = new Date()): string {
  const startAt = isoTime(start);
  if (startAt === "") return "";
  const endAt = isoTime(end) || startAt;
  const zone = zoneText(startAt, endAt);
  const distance = distanceText(startAt, now);
  const parts = [
    endAt > startAt ? `${formatDuration(startAt, endAt)}, ${distance}` : capitalized(distance),
    `your time is ${zone}`,
    ...(zone === "UTC" ? [] : [`UTC: ${utcRange(startAt, endAt)}`]),
  ];
  return parts.join(" · ");
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Says that daylight saving skips or repeats a local time. Empty for other times. */
export function clockChangeNote(local: LocalTime): string {
  const [, time] = withoutOffset(local).split("T");
  const [, later] = skippedTo(local)?.split("T") ?? [];
  if (later) return `The clocks go forward that day: ${time} becomes ${later}.`;
  if (!repeatedTime(local)) return "";
  const occurrence = withoutOffset(local) === local ? "first" : "second";
  return `${time} comes twice that day. This is the ${occurrence}, in ${offsetName(isoTime(local))}.`;
}

export function offsetName(iso: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZoneName: "shortOffset" });
  return format.formatToParts(new Date(iso)).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const UTC_ZONE = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu|Greenwich|GMT[+-]?0)$/;

function zoneText(startAt: string, endAt: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (UTC_ZONE.test(timeZone)) return "UTC";
  const [before, after] = [offsetName(startAt), offsetName(endAt)];
  const offset = before === after ? before : `${before}, then ${after}`;
  const city = timeZone.startsWith("Etc/") ? "" : timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return city ? `${city} (${offset})` : offset;
}

function utcRange(startAt: string, endAt: string): string {
  const isOtherDay = (iso: string) => !localTime(iso).startsWith(iso.slice(0, 10));
  const namesDays = isOtherDay(startAt) || isOtherDay(endAt);
  const from = namesDays ? `${utcDay(startAt)}, ${utcTime(startAt)}` : utcTime(startAt);
  if (endAt <= startAt) return from;
  if (!namesDays || utcDay(startAt) === utcDay(endAt)) return `${from}–${utcTime(endAt)}`;
  // An end within a day needs no day to be understood.
  const isLong = Date.parse(endAt) - Date.parse(startAt) >= DAY_MS;
  return `${from} – ${isLong ? `${utcDay(endAt)}, ` : ""}${utcTime(endAt)}`;
}

function utcTime(iso: string): string {
  return iso.slice(11, 16);
}

function utcDay(iso: string): string {
  return DateTime.fromISO(iso, { locale: "en-US", zone: "utc" }).toFormat("MMM dd");
}

/** `in 3 h`, `tomorrow`, `in 3 days` or `3 days ago`. From 24 hours on, it counts the days of the calendar. */
function distanceText(iso: string, now: Date): string {
  const distance = Date.parse(iso) - now.getTime();
  if (Math.abs(distance) < MINUTE_MS) return "now";
  if (Math.abs(distance) < DAY_MS)
    return distance > 0
      ? `in ${formatDuration(now.toISOString(), iso)}`
      : `${formatDuration(iso, now.toISOString())} ago`;
  const [day, today] = [DateTime.fromISO(iso).startOf("day"), DateTime.fromJSDate(now).startOf("day")];
  const { days } = day.diff(today, "days");
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
