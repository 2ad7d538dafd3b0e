import { SECOND_MS } from "../shared/time/domain.ts";

// A `due.ts` beside a task of the cron has its condition in SQL, as text, so that a minute without work loads no table. A condition may
// be broader than the task, which looks again, but never narrower. D1 bills no row for a lookup by equality that finds nothing, nor
// for counting an empty table.

/** Parameters of all conditions, in ISO 8601: the minute that the cron runs for, and the time of the Worker's clock. */
export const SCHEDULED_AT = "?1";
export const NOW = "?2";

/** @returns SQL for the time that is so much later than the parameter, or earlier */
export function timeAfter(parameter: typeof SCHEDULED_AT | typeof NOW, ms: number): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${parameter}, '${ms / SECOND_MS} seconds')`;
}
