export function utcMonth(iso: string): string {
  return iso.slice(0, 7);
}

export function startOfMonth(month: string): string | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01T00:00:00.000Z` : undefined;
}

export function nextMonth(month: string): string {
  return addMonths(month, 1);
}

export function previousMonth(month: string): string {
  return addMonths(month, -1);
}

function addMonths(month: string, by: 1 | -1): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return utcMonth(date.toISOString());
}
