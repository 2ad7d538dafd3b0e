import { averageText, formatValue, type Graph, layout, tickLabel, timesOf } from "./graph.ts";
import { axisBounds, labelSteps, timeTicks } from "./intervals.ts";
import { english } from "./words.ts";

/** The line is drawn on so many units and stretched to whatever width there is. */
const UNITS = 1000;
/** What has room on a phone. */
const MOST_LABELS = 7;
/** Nearer to an edge, in percent, a label would be cut off. */
const EDGE = 6;

interface PlotProps {
  graph: Graph;
  /** In the upper right; the average unless told. */
  words?: string;
  /** The step whose value is pointed out. */
  read?: number | undefined;
}

/** A graph's inside, for an `<svg>` of any width and of the layout's height. Its looks are the caller's. */
export function Plot({ graph, words = averageText(graph), read }: PlotProps) {
  const { start, end } = timesOf(graph.series);
  const { timeframe, values } = graph.series;
  const bounds = axisBounds(values);
  const below = layout.words + layout.height;
  const options = { offset: graph.clock.offset, most: MOST_LABELS };
  return (
    <>
      {bounds === undefined ? (
        <text x="50%" y={layout.words + layout.height / 2} textAnchor="middle">
          {(graph.words ?? english).noData}
        </text>
      ) : (
        <Values graph={graph} bounds={bounds} read={read} />
      )}
      <text x="100%" y={12} textAnchor="end">
        {words}
      </text>
      {timeTicks(start, end, labelSteps[timeframe], options)
        .map((time) => ({ time, at: round(((time - start) / (end - start)) * 100) }))
        .filter(({ at }) => at >= EDGE && at <= 100 - EDGE)
        .map(({ time, at }) => (
          <text key={time} x={`${at}%`} y={below + 15} textAnchor="middle">
            {tickLabel(graph, time)}
          </text>
        ))}
    </>
  );
}

interface ValuesProps {
  graph: Graph;
  bounds: [number, number, number];
  read: number | undefined;
}

function Values({ graph, bounds, read }: ValuesProps) {
  const { series } = graph;
  const { start, end, middle } = timesOf(series);
  const [lower, , upper] = bounds;
  const y = (value: number) =>
    layout.upper + ((upper - value) / (upper - lower)) * (layout.lower - layout.upper);
  const x = (time: number) => ((time - start) / (end - start)) * UNITS;
  const pointedOut = read === undefined ? null : series.values[read];
  const across = read === undefined ? 0 : `${(x(middle(read)) / UNITS) * 100}%`;
  return (
    <>
      {bounds.map((value) => (
        <line key={value} className="grid" x2="100%" y1={round(y(value))} y2={round(y(value))} />
      ))}
      <svg
        viewBox={`0 0 ${UNITS} ${layout.lower}`}
        height={layout.lower}
        width="100%"
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path
          className="line"
          vectorEffect="non-scaling-stroke"
          d={lineThrough(
            series.values.map((value, step) => (value === null ? null : [x(middle(step)), y(value)])),
          )}
        />
      </svg>
      {bounds.map((value) => (
        <text key={value} className="value" y={round(y(value) - 4)}>
          {formatValue(graph, value)}
        </text>
      ))}
      {typeof pointedOut === "number" && (
        <>
          <line className="mark" x1={across} x2={across} y1={layout.words} y2={layout.lower} />
          <circle className="mark" cx={across} cy={round(y(pointedOut))} r={4} />
        </>
      )}
    </>
  );
}

/** Gaps stay gaps; a point alone between two is a dot, thanks to its round ends. */
function lineThrough(points: ([number, number] | null)[]): string {
  return points
    .map((point, at) => {
      if (point === null) return "";
      const [x, y] = point.map(round);
      const begins = !points[at - 1];
      return `${begins ? "M" : "L"}${x} ${y}${begins && !points[at + 1] ? "h0" : ""}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
