import { labelSteps, tickSteps, timeTicks } from "./axes.ts";
import { averageText, type Graph, labelledTicks, layout, tickLabel, timesOf } from "./graph.ts";
import { english } from "./texts.ts";
import { AXIS_GAP, valueAxis } from "./value-axis.ts";

/** The line is drawn on so many units and stretched to whatever width there is. */
const UNITS = 1000;
/** What has room on a phone, beside the numbers. */
const MOST_LABELS = 4;
/** Nearer to an edge, in percent, a label would be cut off. */
const EDGE = 12;

interface PlotProps {
  graph: Graph;
  /** In the upper right; the average unless told. */
  words?: string;
  /** The step whose value is pointed out. */
  read?: number | undefined;
  /** In CSS pixels, where it is known: as many times are labelled as have room. */
  width?: number | undefined;
}

/** A graph's inside, for an `<svg>` of any width and of the layout's height. Its looks are the caller's. */
export function Plot({ graph, words = averageText(graph), read, width }: PlotProps) {
  const { series } = graph;
  const { start, end, middle } = timesOf(series);
  const { bounds, labels, room, shares } = valueAxis(graph);
  const yOf = (share: number) => round(layout.lower - share * (layout.lower - layout.upper));
  const y = (value: number) => yOf(shares(value));
  const x = (time: number) => (time - start) / (end - start);
  const percent = (time: number) => round(x(time) * 100);
  const pointedOut = read === undefined ? null : series.values[read];
  const across = read === undefined ? 0 : `${x(middle(read)) * 100}%`;
  const below = layout.words + layout.height;
  const height = below + layout.times;
  const { offset } = graph.clock;
  const labelled =
    width === undefined
      ? timeTicks(start, end, labelSteps[series.timeframe], { offset, most: MOST_LABELS }).filter((time) => {
          const at = percent(time);
          return at >= EDGE && at <= 100 - EDGE;
        })
      : labelledTicks(graph, width - room);
  const ticks = width === undefined ? [] : timeTicks(start, end, tickSteps[series.timeframe], { offset });
  return (
    <>
      <text x="100%" y={12} textAnchor="end">
        {words}
      </text>
      {bounds.map((value, at) => (
        <text key={value} x={room - AXIS_GAP} y={yOf(at / 2) + 4} textAnchor="end">
          {labels[at]}
        </text>
      ))}
      {/* Only HTML's boxes take pixels from a share of the width, in every browser. */}
      <foreignObject width="100%" height={height}>
        <svg
          style={{ display: "block", marginLeft: room, width: `calc(100% - ${room}px)` }}
          height={height}
          aria-hidden="true"
        >
          {bounds.length === 0 && (
            <text x="50%" y={layout.words + layout.height / 2} textAnchor="middle">
              {(graph.words ?? english).noData}
            </text>
          )}
          {bounds.map((value, at) => (
            <line key={value} className="grid" x2="100%" y1={yOf(at / 2)} y2={yOf(at / 2)} />
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
                series.values.map((value, step) =>
                  value === null ? null : [x(middle(step)) * UNITS, y(value)],
                ),
              )}
            />
          </svg>
          {typeof pointedOut === "number" && (
            <>
              <line className="mark" x1={across} x2={across} y1={layout.words} y2={layout.lower} />
              <circle className="mark" cx={across} cy={y(pointedOut)} r={4} />
            </>
          )}
          {ticks.map((time) => (
            <line
              key={time}
              className="grid"
              x1={`${percent(time)}%`}
              x2={`${percent(time)}%`}
              y1={layout.lower}
              y2={layout.lower + 4}
            />
          ))}
          {labelled.map((time) => (
            <text key={time} x={`${percent(time)}%`} y={below + 15} textAnchor="middle">
              {tickLabel(graph, time)}
            </text>
          ))}
        </svg>
      </foreignObject>
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
