import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";

interface UnitNames {
  minutes: string;
  hours: string;
  days: string;
}

/**
 * `5 h`, in the largest unit that fits. Hours go on until there are several days, so that no language needs the singular of a day.
 * `Intl.RelativeTimeFormat` would block a phone for a tenth of a second when it is first used.
 */
export function formatAge(ageMs: number, { minutes, hours, days }: UnitNames): string {
  const [unit, unitMs] =
    ageMs < HOUR_MS ? [minutes, MINUTE_MS] : ageMs < 2 * DAY_MS ? [hours, HOUR_MS] : [days, DAY_MS];
  return `${Math.max(1, Math.floor(ageMs / unitMs))} ${unit}`;
}
