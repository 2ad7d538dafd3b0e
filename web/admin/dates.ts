const parts = new Intl.DateTimeFormat("en-US", {
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
  const { zone } = partsOf(iso);
  return `${formatDate(iso)} (${zone})`;
}

/** `MMM DD, YYYY - HH:mm` in the browser's zone. */
export function formatDate(iso: string): string {
  const { day, year, time } = partsOf(iso);
  return `${day}, ${year} - ${time}`;
}

/** `MMM DD, HH:mm` in the browser's zone. */
export function formatShort(iso: string): string {
  const { day, time } = partsOf(iso);
  return `${day}, ${time}`;
}

/** `MMM DD, HH:mm - MMM DD, HH:mm (zone)` in the browser's zone, as it is at the end. */
export function formatRange(startAt: string, endAt: string): string {
  const [start, end] = [partsOf(startAt), partsOf(endAt)];
  return `${start.day}, ${start.time} - ${end.day}, ${end.time} (${end.zone})`;
}

function partsOf(iso: string) {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of parts.formatToParts(new Date(iso))) found[type] = value;
  const { year, month, day, hour, minute, timeZoneName } = found;
  return { year, day: `${month} ${day}`, time: `${hour}:${minute}`, zone: timeZoneName };
}
