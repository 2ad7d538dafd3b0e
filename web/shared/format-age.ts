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

/** `1 h 42 min`, or after two days `3 days 4 h`: how long something has been going on, in two units. */
export function formatSpan(spanMs: number, units: UnitNames): string {
  const text = formatAge(spanMs, units);
  if (spanMs < HOUR_MS) return text;
  const [unit, restMs, unitMs] =
    spanMs < 2 * DAY_MS
      ? [units.minutes, spanMs % HOUR_MS, MINUTE_MS]
      : [units.hours, spanMs % DAY_MS, HOUR_MS];
  return restMs < unitMs ? text : `${text} ${Math.floor(restMs / unitMs)} ${unit}`;
}
