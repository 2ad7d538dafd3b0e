import { tickSteps, timeTicks } from "./axes.ts";
import { type DrawnPoint, drawnRuns } from "./drawn-points.ts";
import {
  averageText,
  commonTicks,
  dotPx,
  EDGE_PX,
  GRAPH_HEIGHT_PX,
  type Graph,
  isolatedSteps,
  labeledTicks,
  layout,
  tickLabel,
  timeRange,
} from "./graph.ts";
import { english } from "./texts.ts";
import { AXIS_GAP_PX, valueAxis } from "./value-axis.ts";

export const LINE_WIDTH_UNITS = 1000;

interface PlotProps {
  graph: Graph;
  caption?: string;
  highlightedStep?: number | undefined;
  /** The server doesn't know it, and draws the few labels that a phone has room for. */
  widthPx?: number | undefined;
  /** A line of fewer points than values is smoother, and has an area below it. */
  maxPoints?: number;
}

export function Plot({
  graph,
  caption = averageText(graph),
  highlightedStep,
  widthPx,
  maxPoints,
}: PlotProps) {
  const { series } = graph;
  const { start, end, stepMiddle } = timeRange(series);
  const { bounds, labels, axisWidthPx, valueHeight } = valueAxis(graph);
  const y = (value: number) =>
    round(layout.lineBottom - valueHeight(value) * (layout.lineBottom - layout.lineTop));
  const x = (time: number) => (time - start) / (end - start);
  const highlighted = highlightedStep === undefined ? null : series.values[highlightedStep];
  return (
    <>
      <text x="100%" y={12} textAnchor="end">
        {caption}
      </text>
      {bounds.map((value, index) => (
        <text key={value} x={axisWidthPx - AXIS_GAP_PX} y={y(value) + 4} textAnchor="end">
          {labels[index]}
        </text>
      ))}
      {/* Browsers support calc() with percentages in HTML boxes, but not in every SVG attribute. */}
      <foreignObject width="100%" height={GRAPH_HEIGHT_PX}>
        <svg
          style={{
            display: "block",
            marginLeft: axisWidthPx,
            overflow: "visible",
            width: `calc(100% - ${axisWidthPx + EDGE_PX}px)`,
          }}
          height={GRAPH_HEIGHT_PX}
          aria-hidden="true"
        >
          {bounds.length === 0 && (
            <text x="50%" y={layout.caption + layout.plot / 2} textAnchor="middle">
              {(graph.texts ?? english).noData}
            </text>
          )}
          {bounds.map((value) => (
            <line key={value} className="grid" x2="100%" y1={y(value)} y2={y(value)} />
          ))}
          <Line graph={graph} maxPoints={maxPoints} />
          {typeof highlighted === "number" && highlightedStep !== undefined && (
            <Mark x={`${x(stepMiddle(highlightedStep)) * 100}%`} y={y(highlighted)} />
          )}
          <TimeAxis graph={graph} widthPx={widthPx === undefined ? undefined : widthPx - axisWidthPx} />
        </svg>
      </foreignObject>
    </>
  );
}

function Mark({ x, y }: { x: string; y: number }) {
  return (
    <>
      <line className="mark" x1={x} x2={x} y1={layout.caption} y2={layout.lineBottom} />
      <circle className="mark" cx={x} cy={y} r={4} />
    </>
  );
}

function TimeAxis({ graph, widthPx }: Pick<PlotProps, "graph" | "widthPx">) {
  const { timeframe } = graph.series;
  const { start, end } = timeRange(graph.series);
  const { offset } = graph.clock;
  const percent = (time: number) => round(((time - start) / (end - start)) * 100);
  const labeled = widthPx === undefined ? commonTicks(graph) : labeledTicks(graph, widthPx);
  const ticks = widthPx === undefined ? [] : timeTicks(start, end, tickSteps[timeframe], { offset });
  return (
    <>
      {ticks.map((time) => (
        <line
          key={time}
          className="grid"
          x1={`${percent(time)}%`}
          x2={`${percent(time)}%`}
          y1={layout.lineBottom}
          y2={layout.lineBottom + 4}
        />
      ))}
      {labeled.map((time) => (
        <text key={time} x={`${percent(time)}%`} y={layout.caption + layout.plot + 15} textAnchor="middle">
          {tickLabel(graph, time)}
        </text>
      ))}
    </>
  );
}

interface LineProps {
  graph: Graph;
  maxPoints?: number | undefined;
  /** From 0 to 1. By default, the height on the graph's axis. */
  valueHeight?: (value: number) => number;
}

/** The line in a box of `LINE_WIDTH_UNITS` by `layout.lineBottom`, which is stretched to the width of its place. */
export function LinePaths({ graph, maxPoints, valueHeight = valueAxis(graph).valueHeight }: LineProps) {
  const { values } = graph.series;
  const heights = values.map((value) => (value === null ? null : valueHeight(value)));
  const unitsPerStep = LINE_WIDTH_UNITS / values.length;
  const toX = ({ step }: DrawnPoint) => round((step + 0.5) * unitsPerStep);
  const toPoint = (point: DrawnPoint) =>
    `${toX(point)} ${round(layout.lineBottom - point.value * (layout.lineBottom - layout.lineTop))}`;
  const runs = drawnRuns(heights, maxPoints ?? values.length);
  const lines = runs
    .filter(({ length }) => length > 1)
    .map((run) => ({ run, d: `M${run.map(toPoint).join("L")}` }));
  const line = lines.map(({ d }) => d).join("");
  const area = lines
    .map(({ run: [first], d }) => `${d}V${layout.lineBottom}H${first ? toX(first) : 0}z`)
    .join("");
  // A line without length is a dot, because line ends are round.
  const dots = isolatedSteps(values)
    .map((step) => `M${toPoint({ step, value: heights[step] ?? 0 })}h0`)
    .join("");
  return (
    <>
      {area && maxPoints && <path className="area" d={area} />}
      {line && <path className="line" vectorEffect="non-scaling-stroke" d={line} />}
      {dots && (
        <path
          className="line"
          style={{ strokeWidth: dotPx(values) }}
          vectorEffect="non-scaling-stroke"
          d={dots}
        />
      )}
    </>
  );
}

function Line(props: LineProps) {
  return (
    <svg
      viewBox={`0 0 ${LINE_WIDTH_UNITS} ${layout.lineBottom}`}
      height={layout.lineBottom}
      width="100%"
      preserveAspectRatio="none"
      overflow="visible"
      aria-hidden="true"
    >
      <LinePaths {...props} />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
