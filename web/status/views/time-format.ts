const dayAndTime = {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** `Nov 21, 2026 - 10:51 (UTC)`: the spec's MMM DD, YYYY - HH:mm (z), in the given zone or the reader's own. */
export function formatTime(iso: string, timeZone?: string): string {
  const { month, day, year, hour, minute } = parts(iso, timeZone, { ...dayAndTime, year: "numeric" });
  return `${month} ${day}, ${year} - ${hour}:${minute} (${zoneName(iso, timeZone)})`;
}

/** `Nov 21, 10:51`: the spec's MMM DD, HH:mm. */
export function formatShort(iso: string, timeZone?: string): string {
  const { month, day, hour, minute } = parts(iso, timeZone, dayAndTime);
  return `${month} ${day}, ${hour}:${minute}`;
}

/** `Nov 21, 2026`, of a UTC day. */
export function formatDay(date: string): string {
  const { month, day, year } = parts(date, "UTC", { month: "short", day: "2-digit", year: "numeric" });
  return `${month} ${day}, ${year}`;
}

/** A zone's short name at a moment, since summer time has another: `UTC`, `PDT`, `GMT+9`. */
export function zoneName(iso: string, timeZone?: string): string {
  return parts(iso, timeZone, { timeZoneName: "short" }).timeZoneName ?? "";
}

function parts(iso: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat("en-US", {
    ...options,
    ...(timeZone !== undefined && { timeZone }),
  });
  const found = format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  return Object.fromEntries(found) as Partial<Record<Intl.DateTimeFormatPartTypes, string>>; // as the parts say
}
