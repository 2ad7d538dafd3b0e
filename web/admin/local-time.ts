/** Local time without a zone: `2026-11-22T09:15`. Without a date it begins with the `T`. */
export type LocalTime = string;

export function localTime(moment: Date | string): LocalTime {
  const at = new Date(moment);
  const pad = (number: number, length = 2) => String(number).padStart(length, "0");
  const date = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join("-");
  return `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Empty for an invalid time, such as February 30, which the API refuses. An hour that daylight saving skips becomes the next. */
export function isoTime(local: LocalTime): string {
  const at = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? local : Number.NaN);
  const [date] = local.split("T");
  return date && localTime(at).startsWith(date) ? at.toISOString() : "";
}

export function startOfTomorrow(): LocalTime {
  const now = new Date();
  return localTime(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
}
