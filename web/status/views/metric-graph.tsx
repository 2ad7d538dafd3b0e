import type { PublicMetric, Series } from "../../../worker/metrics/schema.ts";
import { timeframes } from "../../../worker/metrics/statuses.ts";
import { axisBounds, formatValue, timeTicks } from "../../graph/intervals.ts";
import { formatShort } from "./time-format.ts";

const [WIDTH, HEIGHT] = [720, 120];
// Room for the numbers on the left, for the times below.
const [LEFT, RIGHT, TOP, BOTTOM] = [72, 8, 10, 20];
const HOUR = 3_600_000;
const LABELS = { day: 4 * HOUR, week: 24 * HOUR, month: 5 * 24 * HOUR };

// The document around an image does not reach into it: it has colours of its own for light and dark.
const css = `text{font:11px system-ui,sans-serif;fill:#566073}.grid{stroke:#e1e5ea}.line{fill:none;stroke:#2160c4;stroke-width:1.75;
stroke-linejoin:round;stroke-linecap:round}@media(prefers-color-scheme:dark){text{fill:#a2adbd}.grid{stroke:#2a3442}.line{stroke:#7fb0ff}}`;

/** A metric over time as an image that needs no script; what it shows is told in words, too. */
export function MetricGraph({ metric, series }: { metric: PublicMetric; series: Series }) {
  const { values, timeframe, stepSeconds } = series;
  const bounds = axisBounds(values);
  const start = Date.parse(series.start);
  const end = start + values.length * stepSeconds * 1000;
  const x = (time: number) => LEFT + ((time - start) / (end - start)) * (WIDTH - LEFT - RIGHT);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + BOTTOM}`}
      width={WIDTH}
      height={HEIGHT + BOTTOM}
      role="img"
      aria-labelledby="title desc"
    >
      <title id="title">{`${metric.title}, ${timeframes[timeframe].name.toLowerCase()}`}</title>
      <desc id="desc">{describe(metric, series)}</desc>
      <style>{css}</style>
      {bounds === undefined ? (
        <text x={WIDTH / 2} y={HEIGHT / 2} textAnchor="middle">
          No data for this time period yet.
        </text>
      ) : (
        <Drawing metric={metric} series={series} bounds={bounds} x={x} />
      )}
      {timeTicks(start, end, [LABELS[timeframe]]).map((time) => (
        <text key={time} x={round(x(time))} y={HEIGHT + 14} textAnchor="middle">
          {label(time, timeframe)}
        </text>
      ))}
    </svg>
  );
}

interface DrawingProps {
  metric: PublicMetric;
  series: Series;
  bounds: [number, number, number];
  x: (time: number) => number;
}

function Drawing({ metric, series: { values, start, stepSeconds }, bounds, x }: DrawingProps) {
  const [lower, , upper] = bounds;
  const y = (value: number) => TOP + ((upper - value) / (upper - lower)) * (HEIGHT - TOP - 4);
  const middleOf = (step: number) => Date.parse(start) + (step + 0.5) * stepSeconds * 1000;
  return (
    <>
      {bounds.map((value) => (
        <g key={value}>
          <path className="grid" d={`M${LEFT} ${round(y(value))}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 8} y={round(y(value) + 4)} textAnchor="end">
            {formatValue(value, metric)}
          </text>
        </g>
      ))}
      <path
        className="line"
        d={lineThrough(values.map((value, step) => (value === null ? null : [x(middleOf(step)), y(value)])))}
      />
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

/** Days by their date, hours by the clock; in UTC, as the page says. */
function label(time: number, timeframe: Series["timeframe"]): string {
  const [date, clock] = formatShort(new Date(time).toISOString(), "UTC").split(", ");
  return (timeframe === "day" && clock !== "00:00" ? clock : date) ?? "";
}

function describe(metric: PublicMetric, { values, average }: Series): string {
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  if (average === null || last === undefined) return "No data for this time period yet.";
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const say = (value: number) => formatValue(value, metric);
  return `Average ${say(average)}, from ${say(lowest)} to ${say(highest)}, lately ${say(last)}. Times are in UTC.`;
}
