import { DateTime } from "luxon";

/**
 * Local time without a zone: `2026-11-22T09:15`. Without a date it begins with the `T`. When the clocks go back, an hour comes
 * twice. A time in the second one has its offset: `2026-10-25T02:15+01:00`.
 */
export type LocalTime = string;

export function localTime(moment: Date | string): LocalTime {
  return toLocal(DateTime.fromMillis(new Date(moment).getTime()));
}

/** @returns an empty string for an invalid time, such as February 30. An hour that daylight saving skips becomes the next. */
export function isoTime(local: LocalTime): string {
  const [at] = possibleMoments(local);
  return at ? at.toUTC().toISO() : "";
}

export function startOfTomorrow(): LocalTime {
  return toLocal(DateTime.now().plus({ days: 1 }).startOf("day"));
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
  const [, again] = possibleMoments(withoutOffset(local));
  return again && toLocal(again);
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

function toLocal(at: DateTime): LocalTime {
  const [first, again] = at.getPossibleOffsets();
  return at.toFormat(first && again && at > first ? WITH_OFFSET : WITHOUT_OFFSET);
}

const WITHOUT_OFFSET = "yyyy-MM-dd'T'HH:mm";
const WITH_OFFSET = `${WITHOUT_OFFSET}ZZ`;

/** @returns two where the clocks show a local time twice, and none for an invalid one */
function possibleMoments(local: LocalTime): DateTime<true>[] {
  const hasOffset = withoutOffset(local) !== local;
  const at = DateTime.fromFormat(local, hasOffset ? WITH_OFFSET : WITHOUT_OFFSET);
  if (!at.isValid) return [];
  return hasOffset ? [at] : at.getPossibleOffsets();
}
