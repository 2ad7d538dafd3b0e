import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";

/** How a graph's numbers are put on paper: pure, the same for the server's drawing and the browser's. */

/** `[lower, mid, upper]`: around all values, rounded to the leading digit; undefined without any value. */
export function axisBounds(values: (number | null)[]): [number, number, number] | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  // Without a spread, for more values than a call takes arguments.
  const lowest = known.reduce((one, other) => Math.min(one, other));
  const highest = known.reduce((one, other) => Math.max(one, other));
  const lower = roundToLeadingDigit(lowest, Math.floor);
  let upper = roundToLeadingDigit(highest, Math.ceil);
  // A line that does not move still needs a height to be drawn in.
  if (lower === upper) upper = finite(lower + leadingUnit(lower));
  const sum = lower + upper;
  return [lower, Number.isFinite(sum) ? sum / 2 : lower / 2 + upper / 2, upper];
}

/** How high between the two a value is, from 0 to 1. */
export function shareOfHeight(value: number, [lower, , upper]: readonly [number, number, number]): number {
  const height = upper - lower;
  if (Number.isFinite(height)) return (value - lower) / height;
  // Only numbers so large that halves of them lose nothing are so far apart.
  return (value / 2 - lower / 2) / (upper / 2 - lower / 2);
}

/** The largest number in place of an infinity. */
function finite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** 123 down is 100, up is 200; 0.034 down is 0.03; -7.2 down is -8. */
function roundToLeadingDigit(value: number, round: (value: number) => number): number {
  const unit = leadingUnit(value);
  // Through a decimal text, since 3 * 0.01 is a little more than 0.03.
  return finite(Number((round(Number((value / unit).toPrecision(12))) * unit).toPrecision(12)));
}

/** What one in the first digit is worth: 100 for 123, 0.01 for 0.034, 1 for 0. */
function leadingUnit(value: number): number {
  if (value === 0) return 1;
  // Of the smallest numbers, a tenth of the leading digit would be 0.
  return Math.max(10 ** Math.floor(Math.log10(Math.abs(value))), Number.MIN_VALUE);
}

/** From here on not all integers are numbers, and nobody reads so many digits. */
const SCIENTIFIC_FROM = 1e15;

/** `1,234.50 ms`: thousands separated, with the metric's decimal places and unit. Very large numbers are as `1.5E300`. */
export function formatNumber(
  value: number,
  { decimalPlaces, unit }: { decimalPlaces: number; unit: string },
  locale: string,
): string {
  const isLarge = Math.abs(value) >= SCIENTIFIC_FROM;
  const places = isLarge ? Math.max(1, decimalPlaces) : decimalPlaces;
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    // What is rounded to 0 has no sign.
    signDisplay: "negative",
    ...(isLarge && { notation: "scientific" }),
  }).format(value);
  if (unit === "") return number;
  return /^[%°]/.test(unit) ? `${number}${unit}` : `${number} ${unit}`;
}

const MOST_TICKS = 30;

/** How far the clocks of a place are ahead of UTC at a moment, in milliseconds. */
export type Offset = (time: number) => number;
const utc: Offset = () => 0;

/**
 * Where the time axis has its ticks: on times that are round by the clocks of a place.
 * @param start of the graph, milliseconds since the epoch; `end` likewise
 * @param steps the distances that may be between two ticks, in milliseconds, ascending
 */
export function timeTicks(
  start: number,
  end: number,
  steps: readonly number[],
  { offset = utc, most = MOST_TICKS }: { offset?: Offset; most?: number } = {},
): number[] {
  const step = steps.find((each) => (end - start) / each <= most) ?? end - start;
  const ticks = [];
  const first = Math.ceil((start + offset(start)) / step) * step;
  for (let local = first; ticks.length < most; local += step) {
    // Where summer time begins or ends in between, by the clocks of then.
    const time = local - offset(local - offset(start));
    if (time > end) break;
    ticks.push(time);
  }
  return ticks;
}

/** What may be between two ticks. A day's are round to 10 minutes. */
export const tickSteps = {
  day: [10 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  week: [DAY_MS],
  month: [DAY_MS, 2 * DAY_MS],
};

/** What may be between two labels: every one of them is at a tick. */
export const labelSteps = {
  day: [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS],
  week: [DAY_MS, 2 * DAY_MS, 4 * DAY_MS],
  month: [DAY_MS, 2 * DAY_MS, 3 * DAY_MS, 5 * DAY_MS, 10 * DAY_MS],
};

/** To the nearest 10 minutes, as the day's axis has it. */
export function roundTo10Minutes(time: number): number {
  return Math.round(time / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
}
