import { SCHEDULED_AT, timeAfter } from "../storage/due.ts";
import { CRON_RECORD_INTERVAL_MS } from "./domain.ts";

/** The run of the cron is recorded. A recorded time in the future comes from a wrong clock. */
export const isCronRecordDue = `NOT EXISTS (SELECT 1 FROM cron_runs
  WHERE last_run_at > ${timeAfter(SCHEDULED_AT, -CRON_RECORD_INTERVAL_MS)} AND last_run_at <= ${SCHEDULED_AT})`;
