import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { formatTime } from "../times/dates.ts";

const dayOptions = { weekday: "long", month: "long", day: "numeric" } as const;
const dayFormat = new Intl.DateTimeFormat("en-US", dayOptions);
const dayOfYearFormat = new Intl.DateTimeFormat("en-US", { ...dayOptions, year: "numeric" });

/** @returns `Today`, `Yesterday` or such as `Thursday, November 26`, in the browser's zone */
export function dayTitle(iso: string, now: number): string {
  const day = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (isSameDay(day, today)) return "Today";
  if (isSameDay(day, yesterday)) return "Yesterday";
  return (day.getFullYear() === today.getFullYear() ? dayFormat : dayOfYearFormat).format(day);
}

/** @returns such as `5 min ago`, and the time of an earlier day */
export function timeText(iso: string, now: number): string {
  const agoMs = Math.max(0, now - Date.parse(iso));
  if (agoMs >= DAY_MS || !isSameDay(new Date(iso), new Date(now))) return formatTime(iso);
  if (agoMs < MINUTE_MS) return "just now";
  return agoMs < HOUR_MS
    ? `${Math.floor(agoMs / MINUTE_MS)} min ago`
    : `${Math.floor(agoMs / HOUR_MS)} h ago`;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
