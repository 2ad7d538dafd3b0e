import { DAY_MS } from "../../../worker/shared/time/domain.ts";

/** The UTC day `days` days ago. Tests use recent days, because points older than 400 days are refused. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Formats a day as in the URL of its file: 2026-01-09 is 2026/1/9. */
export const dayFile = (day: string) => day.replace(/-0?/g, "/");
