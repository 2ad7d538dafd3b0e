import { PARTIAL_OUTAGE_SHARE } from "../../../../worker/components/domain.ts";
import type { ComponentDay } from "../../../../worker/components/schema.ts";
import { DAY_MS, MINUTE_MS, startOfDay } from "../../../../worker/shared/time/domain.ts";

export interface UptimePeriod {
  since: string;
  now: string;
}

/** @returns null for less than a day, whose uptime means little */
export function uptimeOfDays(days: ComponentDay[], { since, now }: UptimePeriod): number | null {
  let countedMs = 0;
  let downMs = 0;
  for (const { date, minutes } of days) {
    const start = startOfDay(date);
    countedMs += Math.max(0, Math.min(Date.parse(now), start + DAY_MS) - Math.max(Date.parse(since), start));
    downMs +=
      downtimeMs(minutes["Major Outage"]) + PARTIAL_OUTAGE_SHARE * downtimeMs(minutes["Partial Outage"]);
  }
  return countedMs < DAY_MS ? null : Math.max(0, 1 - downMs / countedMs);
}

/** Less than a minute counts as one, so that 100% still means without any outage. */
function downtimeMs(minutes: number | undefined): number {
  return minutes === undefined ? 0 : Math.max(1, minutes) * MINUTE_MS;
}
