const dateTime = new Intl.DateTimeFormat("en-US", {
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
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of dateTime.formatToParts(new Date(iso))) parts[type] = value;
  return `${parts.month} ${parts.day}, ${parts.year} - ${parts.hour}:${parts.minute} (${parts.timeZoneName})`;
}
