/** `HH:mm` of today, and `MMM DD, HH:mm` of an earlier day, in the browser's zone. */
export function formatSince(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Date(time).toLocaleString("en-US", {
    ...(!isToday && { month: "short", day: "2-digit" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
