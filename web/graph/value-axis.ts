import { axisBounds, formatNumber, shareOfHeight } from "./axes.ts";
import { formatValue, type Graph } from "./graph.ts";
import { english } from "./texts.ts";

/** What a character of 11 pixels is wide at most, in the fonts that systems bring, and one of those that are square. */
const CHARACTER = 7;
const SQUARE = 12;
const squares = /[\u2e80-\uffef]/g;
/** Between the numbers and the graph. */
export const AXIS_GAP = 8;
/** What leaves a phone's graph more than half of its width. */
const MOST = 90;

/**
 * The numbers beside a graph, and the room to its left that they need, in CSS pixels, the gap included: told by their
 * characters, since the server measures no text and the image must not jump when the browser's graph takes its place.
 * A unit that is too long is left to the words above the graph.
 */
export function valueAxis(graph: Graph) {
  const { metric, series, words = english } = graph;
  const found = axisBounds(series.values);
  const bounds = found ?? [];
  const ways = [
    (value: number) => formatValue(graph, value),
    (value: number) => formatNumber(value, { ...metric, unit: "" }, words.locale),
    (value: number) => value.toExponential(1),
  ].map((written) => bounds.map(written));
  const labels = ways.find((each) => widest(each) <= MOST) ?? [];
  return {
    bounds,
    labels,
    room: labels.length === 0 ? 0 : widest(labels) + AXIS_GAP,
    /** How high a value is, from 0 to 1: what is drawn, since the distance between two values need not be a number. */
    shares: (value: number) => (found ? shareOfHeight(value, found) : 0),
  };
}

function widest(labels: string[]): number {
  return Math.max(0, ...labels.map(widthOf));
}

function widthOf(text: string): number {
  return text.length * CHARACTER + (text.match(squares)?.length ?? 0) * (SQUARE - CHARACTER);
}
