import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";

export type AxisBounds = [lower: number, mid: number, upper: number];

export function axisBounds(values: (number | null)[]): AxisBounds | undefined {
  const range = valueRange(values);
  if (!range) return undefined;
  const [lowest, highest] = range;
  const lower = roundToLeadingDigit(lowest, Math.floor);
  let upper = roundToLeadingDigit(highest, Math.ceil);
  if (lower === upper) upper = clampToFinite(lower + leadingUnit(lower));
  const sum = lower + upper;
  return [lower, Number.isFinite(sum) ? sum / 2 : lower / 2 + upper / 2, upper];
}

function valueRange(values: (number | null)[]): [lowest: number, highest: number] | undefined {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return undefined;
  // `Math.min(...numbers)` fails for more values than a call takes arguments.
  return [
    numbers.reduce((one, other) => Math.min(one, other)),
    numbers.reduce((one, other) => Math.max(one, other)),
  ];
}

const FREE_SHARE = 0.1;

/** Heights for a graph without an axis, whose values fill it except for some room above and below. A flat line is in its middle. */
export function closeUpHeight(values: (number | null)[]): (value: number) => number {
  const [lowest, highest] = valueRange(values) ?? [0, 0];
  if (lowest === highest) return () => 0.5;
  return (value) => FREE_SHARE + (1 - 2 * FREE_SHARE) * relativeHeight(value, [lowest, lowest, highest]);
}

/** @returns 0 for the lower bound to 1 for the upper */
export function relativeHeight(value: number, [lower, , upper]: Readonly<AxisBounds>): number {
  const height = upper - lower;
  if (Number.isFinite(height)) return (value - lower) / height;
  // Bounds this far apart are so large that halving them is exact.
  return (value / 2 - lower / 2) / (upper / 2 - lower / 2);
}

function clampToFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

function roundToLeadingDigit(value: number, round: (value: number) => number): number {
  const unit = leadingUnit(value);
  // `toPrecision` removes binary rounding errors: 3 * 0.01 is slightly more than 0.03.
  return clampToFinite(Number((round(Number((value / unit).toPrecision(12))) * unit).toPrecision(12)));
}

/** The smallest numbers have too few digits for a tick between two others. */
const MIN_UNIT = 1e-300;

export function leadingUnit(value: number): number {
  if (value === 0) return 1;
  return Math.max(10 ** Math.floor(Math.log10(Math.abs(value))), MIN_UNIT);
}

const MIN_SCIENTIFIC = 1e15;

/** @returns for example `1,234.50 ms`, or `1.5E300` for very large numbers */
export function formatNumber(
  value: number,
  { decimalPlaces, unit }: { decimalPlaces: number; unit: string },
  locale: string,
): string {
  const isLarge = Math.abs(value) >= MIN_SCIENTIFIC;
  const places = isLarge ? Math.max(1, decimalPlaces) : decimalPlaces;
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    // This shows a negative value that rounds to 0 without its sign.
    signDisplay: "negative",
    ...(isLarge && { notation: "scientific" }),
    ...(unit === "%" && { style: "unit", unit: "percent" }),
  }).format(value);
  if (unit === "" || unit === "%") return number;
  return /^[%°]/.test(unit) ? `${number}${unit}` : `${number} ${unit}`;
}

const MAX_TICKS = 30;

/** Returns how far local time is ahead of UTC at an instant, in milliseconds. */
export type UTCOffset = (time: number) => number;
const utc: UTCOffset = () => 0;

/**
 * Places ticks at instants that are round in local time.
 * @param steps the allowed distances between ticks in milliseconds, ascending
 */
export function timeTicks(
  start: number,
  end: number,
  steps: readonly number[],
  { offset = utc, maxTicks = MAX_TICKS }: { offset?: UTCOffset; maxTicks?: number } = {},
): number[] {
  const step = steps.find((each) => (end - start) / each <= maxTicks) ?? end - start;
  const ticks = [];
  const first = Math.ceil((start + offset(start)) / step) * step;
  for (let local = first; ticks.length < maxTicks; local += step) {
    // The offset is read at each tick because daylight saving time may change between two of them.
    const time = local - offset(local - offset(start));
    if (time > end) break;
    ticks.push(time);
  }
  return ticks;
}

export const tickSteps = {
  day: [10 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  week: [DAY_MS],
  month: [DAY_MS, 2 * DAY_MS],
};

export const labelSteps = {
  day: [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS],
  week: [DAY_MS, 2 * DAY_MS, 4 * DAY_MS],
  month: [DAY_MS, 2 * DAY_MS, 3 * DAY_MS, 5 * DAY_MS, 10 * DAY_MS],
};

export function roundTo10Minutes(time: number): number {
  return Math.round(time / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
}
