import type { PublicMetric, Series } from "../../worker/metrics/schema.ts";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import { interpolate } from "../shared/interpolate.ts";
import { formatNumber, labelSteps, roundTo10Minutes, timeTicks, type UTCOffset } from "./axes.ts";
import { english, type GraphTexts } from "./texts.ts";

interface Clock {
  offset: UTCOffset;
  /** Formats an ISO time as a date followed by the time of day, such as `Jan 31, 09:05`. */
  short: (iso: string) => string;
}

export interface Graph {
  metric: Pick<PublicMetric, "title" | "unit" | "decimalPlaces">;
  series: Series;
  clock: Clock;
  texts?: GraphTexts;
}

/** Heights of the parts from top to bottom, and the vertical range of the line, in CSS pixels. */
export const layout = { caption: 18, plot: 140, times: 22, lineTop: 26, lineBottom: 154 };
/** Room for the half of the newest value's dot that is beyond the end of the line. */
export const EDGE_PX = 4;
export const GRAPH_HEIGHT_PX = layout.caption + layout.plot + layout.times;

export function timeRange({ start, values, stepSeconds }: Series) {
  const from = Date.parse(start);
  const stepMs = stepSeconds * SECOND_MS;
  return {
    start: from,
    end: from + values.length * stepMs,
    stepMiddle: (step: number) => from + (step + 0.5) * stepMs,
  };
}

/** How long before the end of a series its latest value was measured, or undefined without values. */
export function latestAgeMs({ values, stepSeconds }: Series): number | undefined {
  const last = values.findLastIndex((value) => value !== null);
  return last < 0 ? undefined : (values.length - 1 - last) * stepSeconds * SECOND_MS;
}

export function averageText(graph: Graph): string {
  const { series, texts = english } = graph;
  return series.average === null
    ? ""
    : interpolate(texts.average, { value: formatValue(graph, series.average) });
}

function formatValue({ metric, texts = english }: Pick<Graph, "metric" | "texts">, value: number) {
  return formatNumber(value, metric, texts.locale);
}

const LABEL_WIDTH_PX = 54;

export function labeledTicks({ series, clock }: Graph, axisWidthPx: number): number[] {
  const { start, end } = timeRange(series);
  const maxTicks = Math.max(1, Math.floor(axisWidthPx / LABEL_WIDTH_PX));
  return timeTicks(start, end, labelSteps[series.timeframe], { offset: clock.offset, maxTicks }).filter(
    (time) => {
      const x = ((time - start) / (end - start)) * axisWidthPx;
      return x >= LABEL_WIDTH_PX / 3 && x <= axisWidthPx - LABEL_WIDTH_PX / 3;
    },
  );
}

export function tickLabel({ series: { timeframe }, clock }: Graph, time: number): string {
  const offset = clock.offset(time);
  const rounded = timeframe === "day" ? roundTo10Minutes(time + offset) - offset : time;
  const [, date = "", hour] =
    /^(.*?)[,،]? (\d\d:\d\d)$/.exec(clock.short(new Date(rounded).toISOString())) ?? [];
  return timeframe === "day" && hour && hour !== "00:00" ? hour : date;
}

export function stepText(graph: Graph, step: number): string {
  const { series, clock, texts = english } = graph;
  const value = series.values[step];
  const time = clock.short(
    new Date(Date.parse(series.start) + step * series.stepSeconds * SECOND_MS).toISOString(),
  );
  return `${time}: ${typeof value === "number" ? formatValue(graph, value) : texts.nothing}`;
}

const MAX_LABELS_ON_PHONE = 4;
const MIN_EDGE_SHARE = 0.12;

/** The few labeled times that have room on every screen. The page's image and its interactive graph have the same. */
export function commonTicks({ series, clock }: Graph): number[] {
  const { start, end } = timeRange(series);
  const share = (time: number) => (time - start) / (end - start);
  return timeTicks(start, end, labelSteps[series.timeframe], {
    offset: clock.offset,
    maxTicks: MAX_LABELS_ON_PHONE,
  }).filter((time) => share(time) >= MIN_EDGE_SHARE && share(time) <= 1 - MIN_EDGE_SHARE);
}

/** @param from where the reader comes from, so that an arrow key moves on across a gap instead of back */
export function nearestValue(values: Series["values"], wanted: number, from = wanted): number | undefined {
  const stepsWithValue = values.flatMap((value, step) => (value === null ? [] : step));
  const ahead = stepsWithValue.filter((step) => (wanted > from ? step >= wanted : step <= wanted));
  const candidates = wanted !== from && ahead.length > 0 ? ahead : stepsWithValue;
  return candidates.reduce<number | undefined>(
    (best, step) => (best === undefined || Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best),
    undefined,
  );
}

/** Steps whose value stands between two gaps, and makes a dot instead of a line. */
export function isolatedSteps(values: Series["values"]): number[] {
  return values.flatMap((value, step) =>
    value !== null && (values[step - 1] ?? null) === null && (values[step + 1] ?? null) === null ? step : [],
  );
}

const MAX_LARGE_DOTS = 12;

/** A few dots are large, so that they are found. Many would run into each other. */
export function dotPx(values: Series["values"]): number {
  return isolatedSteps(values).length > MAX_LARGE_DOTS ? 3 : 6;
}

export function summaryText(graph: Graph): string {
  const { series, texts = english } = graph;
  const numbers = series.values.filter((value) => value !== null);
  const last = numbers.at(-1);
  if (last === undefined) return texts.noData;
  return interpolate(texts.summary, {
    average: averageText(graph),
    lowest: formatValue(graph, Math.min(...numbers)),
    highest: formatValue(graph, Math.max(...numbers)),
    last: formatValue(graph, last),
  });
}
