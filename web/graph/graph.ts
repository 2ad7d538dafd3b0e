import type { PublicMetric, Series } from "../../worker/metrics/schema.ts";
import { formatValue, type Offset, roundTo10Minutes } from "./intervals.ts";

/** How times read in a place. */
interface Clock {
  offset: Offset;
  /** `MMM DD, HH:mm` of an ISO time. */
  short: (iso: string) => string;
}

/** What is drawn, and in whose time. */
export interface Graph {
  metric: Pick<PublicMetric, "title" | "unit" | "decimalPlaces">;
  series: Series;
  clock: Clock;
}

export const NO_DATA = "No data for this time period yet.";

/** Where everything is, from top to bottom, in CSS pixels: a line of words, the graph, the times below it. */
export const layout = { words: 18, height: 120, times: 22, upper: 32, lower: 134 };

export function timesOf({ start, values, stepSeconds }: Series) {
  const from = Date.parse(start);
  const length = stepSeconds * 1000;
  return {
    start: from,
    end: from + values.length * length,
    /** The middle of a step. */
    middle: (step: number) => from + (step + 0.5) * length,
  };
}

export function averageText({ metric, series: { average } }: Graph): string {
  return average === null ? "" : `Average ${formatValue(average, metric)}`;
}

/** Below a tick: days by their date, hours by the clock. */
export function tickLabel({ series: { timeframe }, clock }: Graph, time: number): string {
  const ahead = clock.offset(time);
  const rounded = timeframe === "day" ? roundTo10Minutes(time + ahead) - ahead : time;
  const [date = "", hour] = clock.short(new Date(rounded).toISOString()).split(", ");
  return timeframe === "day" && hour && hour !== "00:00" ? hour : date;
}

/** `Nov 21, 10:35: 1,234.50 ms` */
export function reading({ metric, series, clock }: Graph, step: number): string {
  const value = series.values[step];
  const at = clock.short(new Date(Date.parse(series.start) + step * series.stepSeconds * 1000).toISOString());
  return `${at}: ${typeof value === "number" ? formatValue(value, metric) : "no data"}`;
}

/** The step with a value that is nearest to `wanted`; where it came from tells which way to look over a gap. */
export function nearestValue(values: Series["values"], wanted: number, from = wanted): number | undefined {
  const known = values.flatMap((value, step) => (value === null ? [] : step));
  const ahead = known.filter((step) => (wanted > from ? step >= wanted : step <= wanted));
  const candidates = wanted !== from && ahead.length > 0 ? ahead : known;
  return candidates.reduce<number | undefined>(
    (best, step) => (best === undefined || Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best),
    undefined,
  );
}

/** What a graph shows, in words. */
export function describe(graph: Graph): string {
  const { metric, series } = graph;
  const known = series.values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return NO_DATA;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const say = (value: number) => formatValue(value, metric);
  return `${averageText(graph)}, from ${say(lowest)} to ${say(highest)}, lately ${say(last)}.`;
}
