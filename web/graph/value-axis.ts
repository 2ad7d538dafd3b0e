import { axisBounds, formatNumber, relativeHeight } from "./axes.ts";
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
  const bounds = axisBounds(series.values);
  const decimalPlaces = placesFor(bounds ?? [], metric.decimalPlaces);
  const labelFormats = [
    (value: number) => formatNumber(value, { ...metric, decimalPlaces }, texts.locale),
    (value: number) => formatNumber(value, { decimalPlaces, unit: "" }, texts.locale),
    (value: number) => value.toExponential(1),
  ].map((format) => (bounds ?? []).map(format));
  const labels = labelFormats.find((candidates) => maxLabelWidth(candidates) <= MAX_LABEL_WIDTH_PX) ?? [];
  return {
    bounds: bounds ?? [],
    labels,
    axisWidthPx: labels.length === 0 ? 0 : maxLabelWidth(labels) + AXIS_GAP_PX,
    /** Graphs draw this and not the values, whose differences can exceed the largest number. */
    valueHeight: (value: number) => (bounds ? relativeHeight(value, bounds) : 0),
  };
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
