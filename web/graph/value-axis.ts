import { type AxisBounds, axisBounds, formatNumber, leadingUnit, relativeHeight } from "./axes.ts";
import type { Graph } from "./graph.ts";
import { english } from "./texts.ts";

// These are the widest characters of 11 pixels in common system fonts.
const CHARACTER_WIDTH_PX = 7;
const FULL_WIDTH_PX = 12;
const fullWidthCharacters = /[\u2e80-\uffef]/g;
export const AXIS_GAP_PX = 8;
const MAX_LABEL_WIDTH_PX = 90;

/**
 * Estimates widths by counting characters, because the server can't measure text, and the browser's graph must have the same axis
 * as the image. A unit that is too long is in the caption only.
 */
export function valueAxis(graph: Graph) {
  const { metric, series, texts = english } = graph;
  const range = axisBounds(series.values);
  const bounds = range ? evenBounds(range) : undefined;
  const decimalPlaces = placesFor(bounds ?? [], metric.decimalPlaces);
  const labels = shortLabels(bounds ?? [], { ...metric, decimalPlaces }, texts.locale, MAX_LABEL_WIDTH_PX);
  return {
    bounds: bounds ?? [],
    labels,
    axisWidthPx: labels.length === 0 ? 0 : maxLabelWidth(labels) + AXIS_GAP_PX,
    /** Graphs draw this and not the values, whose differences can exceed the largest number. */
    valueHeight: (value: number) => (bounds ? relativeHeight(value, bounds) : 0),
  };
}

/** Between 10 and 400, the axis begins at 0, so that its middle is 200 instead of 205. Between 10 and 40, it has 25. */
function evenBounds(bounds: AxisBounds): AxisBounds {
  const [lower, middle, upper] = bounds;
  const unit = leadingUnit(upper - lower) / 2;
  const round = (value: number) => Number(value.toPrecision(12));
  const roundMiddle = round(Math.floor(round(middle / unit)) * unit);
  const start = round(2 * roundMiddle - upper);
  return Number.isFinite(start) && start <= lower ? [start, roundMiddle, upper] : bounds;
}

/** The latest value of a small graph, without a unit that is too long for it. */
export function latestLabel({ metric, series, texts = english }: Omit<Graph, "clock">): string {
  const last = series.values.findLast((value) => value !== null);
  if (typeof last !== "number") return texts.nothing;
  return shortLabels([last], metric, texts.locale, MAX_LATEST_WIDTH_PX)[0] ?? "";
}
const MAX_LATEST_WIDTH_PX = 70;

function shortLabels(
  values: number[],
  metric: { unit: string; decimalPlaces: number },
  locale: string,
  maxWidthPx: number,
): string[] {
  const labelFormats = [
    (value: number) => formatNumber(value, metric, locale),
    (value: number) => formatNumber(value, { ...metric, unit: "" }, locale),
    (value: number) => value.toExponential(1),
  ].map((format) => values.map(format));
  return labelFormats.find((candidates) => maxLabelWidth(candidates) <= maxWidthPx) ?? [];
}

/** A label with so many decimal places is too wide. */
const MAX_PLACES = 20;

/** The metric's decimal places, or more if the ticks need them: those of 1, 1.5 and 2 would read 1, 2 and 2. */
function placesFor(ticks: number[], decimalPlaces: number): number {
  let places = decimalPlaces;
  const isExact = (value: number) => Number(value.toFixed(places)) === Number(value.toPrecision(12));
  while (places < MAX_PLACES && !ticks.every(isExact)) places += 1;
  return places;
}

function maxLabelWidth(labels: string[]): number {
  return Math.max(0, ...labels.map(estimateWidth));
}

function estimateWidth(text: string): number {
  const fullWidth = text.match(fullWidthCharacters)?.length ?? 0;
  return text.length * CHARACTER_WIDTH_PX + fullWidth * (FULL_WIDTH_PX - CHARACTER_WIDTH_PX);
}
