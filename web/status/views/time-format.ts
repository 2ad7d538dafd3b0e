/** `Nov 21, 2026 - 10:51 (UTC)`: the spec's MMM DD, YYYY - HH:mm (z), in the given zone or the reader's own. */
export function formatTime(iso: string, timeZone?: string): string {
  const { month, day, year, hour, minute, timeZoneName } = parts(iso, {
    ...(timeZone !== undefined && { timeZone }),
    month: "short",
    day: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return `${month} ${day}, ${year} - ${hour}:${minute} (${timeZoneName})`;
}

/** `Nov 21, 2026`, of a UTC day. */
export function formatDay(day: string): string {
  const {
    month,
    day: number,
    year,
  } = parts(day, { timeZone: "UTC", month: "short", day: "2-digit", year: "numeric" });
  return `${month} ${number}, ${year}`;
}

function parts(iso: string, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const found = new Intl.DateTimeFormat("en-US", options).formatToParts(new Date(iso));
  return Object.fromEntries(found.map(({ type, value }) => [type, value]));
}
