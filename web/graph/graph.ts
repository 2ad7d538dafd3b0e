import type { PublicMetric, Series } from "../../worker/metrics/schema.ts";
import { interpolate } from "../shared/interpolate.ts";
import { formatNumber, labelSteps, type Offset, roundTo10Minutes, timeTicks } from "./axes.ts";
import { english, type GraphWords } from "./texts.ts";

/** How times read in a place. */
interface Clock {
  offset: Offset;
  /** `MMM DD, HH:mm` of an ISO time, or what another language has for it: a date, then the time of day. */
  short: (iso: string) => string;
}

/** What is drawn, and in whose time. */
export interface Graph {
  metric: Pick<PublicMetric, "title" | "unit" | "decimalPlaces">;
  series: Series;
  clock: Clock;
  /** English unless told. */
  words?: GraphWords;
}

/** Where everything is, from top to bottom, in CSS pixels: a line of words, the graph, the times below it. */
export const layout = { words: 18, height: 120, times: 22, upper: 26, lower: 134 };

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

export function averageText(graph: Graph): string {
  const { series, words = english } = graph;
  return series.average === null
    ? ""
    : interpolate(words.average, { value: formatValue(graph, series.average) });
}

/** `1,234.50 ms` */
export function formatValue({ metric, words = english }: Pick<Graph, "metric" | "words">, value: number) {
  return formatNumber(value, metric, words.locale);
}

/** What a label below the graph needs, in CSS pixels. */
const LABEL_WIDTH = 54;

/** The times that have a label on an axis of so many CSS pixels: those at its ends have room for half a label. */
export function labelledTicks({ series, clock }: Graph, width: number): number[] {
  const { start, end } = timesOf(series);
  const most = Math.max(1, Math.floor(width / LABEL_WIDTH));
  return timeTicks(start, end, labelSteps[series.timeframe], { offset: clock.offset, most }).filter(
    (time) => {
      const at = ((time - start) / (end - start)) * width;
      return at >= LABEL_WIDTH / 3 && at <= width - LABEL_WIDTH / 3;
    },
  );
}

/** Below a tick: days by their date, hours by the clock. */
export function tickLabel({ series: { timeframe }, clock }: Graph, time: number): string {
  const ahead = clock.offset(time);
  const rounded = timeframe === "day" ? roundTo10Minutes(time + ahead) - ahead : time;
  const [, date = "", hour] =
    /^(.*?)[,،]? (\d\d:\d\d)$/.exec(clock.short(new Date(rounded).toISOString())) ?? [];
  return timeframe === "day" && hour && hour !== "00:00" ? hour : date;
}

/** `Nov 21, 10:35: 1,234.50 ms` */
export function reading(graph: Graph, step: number): string {
  const { series, clock, words = english } = graph;
  const value = series.values[step];
  const at = clock.short(new Date(Date.parse(series.start) + step * series.stepSeconds * 1000).toISOString());
  return `${at}: ${typeof value === "number" ? formatValue(graph, value) : words.nothing}`;
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
  const { series, words = english } = graph;
  const known = series.values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return words.noData;
  return interpolate(words.summary, {
    average: averageText(graph),
    lowest: formatValue(graph, Math.min(...known)),
    highest: formatValue(graph, Math.max(...known)),
    last: formatValue(graph, last),
  });
}
