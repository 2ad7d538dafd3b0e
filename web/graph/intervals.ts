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
  if (lower === upper) upper = lower + leadingUnit(lower);
  return [lower, (lower + upper) / 2, upper];
}

/** 123 down is 100, up is 200; 0.034 down is 0.03; -7.2 down is -8. */
function roundToLeadingDigit(value: number, round: (value: number) => number): number {
  const unit = leadingUnit(value);
  // Through a decimal text, since 3 * 0.01 is a little more than 0.03.
  return Number((round(Number((value / unit).toPrecision(12))) * unit).toPrecision(12));
}

/** What one in the first digit is worth: 100 for 123, 0.01 for 0.034, 1 for 0. */
function leadingUnit(value: number): number {
  return value === 0 ? 1 : 10 ** Math.floor(Math.log10(Math.abs(value)));
}

/** `1,234.50 ms`: thousands separated, with the metric's decimal places and unit. */
export function formatValue(
  value: number,
  { decimalPlaces, unit }: { decimalPlaces: number; unit: string },
): string {
  const number = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimalPlaces,
    maximumFractionDigits: decimalPlaces,
  }).format(value);
  if (unit === "") return number;
  return /^[%°]/.test(unit) ? `${number}${unit}` : `${number} ${unit}`;
}

export const MOST_TICKS = 30;

/**
 * Where the time axis has its ticks: on round times, at most 30 of them.
 * @param start of the graph, milliseconds since the epoch; `end` likewise
 * @param steps the distances that may be between two ticks, in milliseconds, ascending
 * @param offset of the zone in which the times are to be round, in milliseconds
 */
export function timeTicks(start: number, end: number, steps: number[], offset = 0): number[] {
  const step = steps.find((each) => (end - start) / each <= MOST_TICKS) ?? end - start;
  const first = Math.ceil((start + offset) / step) * step - offset;
  const ticks = [];
  for (let at = first; at <= end && ticks.length < MOST_TICKS; at += step) ticks.push(at);
  return ticks;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Between two labels. A day's are round to 10 minutes, whatever the zone's offset. */
export const tickSteps = {
  day: [10 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR],
  week: [24 * HOUR],
  month: [24 * HOUR, 48 * HOUR],
};

/** To the nearest 10 minutes, as the day's axis has it. */
export function roundTo10Minutes(time: number): number {
  return Math.round(time / (10 * MINUTE)) * 10 * MINUTE;
}
