import { MINUTE_MS } from "../../shared/time/domain.ts";
import { type Check, CRON_RECORD_INTERVAL_MS, durationText } from "../domain.ts";
import type { Records } from "../store.ts";

/** The record is up to ten minutes old. The rest is for a late run or two. */
const LATE_AFTER_MS = CRON_RECORD_INTERVAL_MS + 5 * MINUTE_MS;
const STOPPED_AFTER_MS = CRON_RECORD_INTERVAL_MS + 20 * MINUTE_MS;

export function checkCron({ cronRanAt }: Records, now: number): Check {
  const fix =
    "Without it, maintenances don't start or end, and no emails or metrics are fetched or sent. Look at the Worker's logs and its cron trigger in Cloudflare's dashboard (Settings, Trigger events). `npm run deploy` sets the trigger again.";
  if (cronRanAt === undefined) {
    return {
      name: "cron",
      status: "error",
      message: "The cron has never run.",
      fix: `If you have just deployed, wait two minutes. ${fix}`,
    };
  }
  const ageMs = now - Date.parse(cronRanAt);
  if (ageMs > LATE_AFTER_MS) {
    const message = `The cron last ran ${durationText(ageMs)} ago, between ${cronRanAt} and ten minutes later. It should run every minute.`;
    return { name: "cron", status: ageMs > STOPPED_AFTER_MS ? "error" : "warning", message, fix };
  }
  const message = `The cron runs: ${cronRanAt} is its last recorded run, and every tenth minute is recorded.`;
  return { name: "cron", status: "ok", message };
}
