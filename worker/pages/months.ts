/** The UTC month of a time, as in 2026-11. */
export function monthOf(iso: string): string {
  return iso.slice(0, 7);
}

/** When a month begins; undefined for what is no month. */
export function startOf(month: string): string | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01T00:00:00.000Z` : undefined;
}

export function nextMonth(month: string): string {
  return shifted(month, 1);
}

export function previousMonth(month: string): string {
  return shifted(month, -1);
}

function shifted(month: string, by: 1 | -1): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthOf(date.toISOString());
}
