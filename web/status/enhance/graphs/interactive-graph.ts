import uPlot from "uplot";
import { drawnRuns } from "../../../graph/drawn-points.ts";
import {
  averageText,
  commonTicks,
  dotPx,
  EDGE_PX,
  type Graph,
  isolatedSteps,
  layout,
  nearestValue,
  stepText,
  summaryText,
  tickLabel,
  timeRange,
} from "../../../graph/graph.ts";
import { english } from "../../../graph/texts.ts";
import { AXIS_GAP_PX, valueAxis } from "../../../graph/value-axis.ts";
import { addStyles } from "../page-styles.ts";
import css from "./interactive-graph.css?inline";

const FONT = "11px system-ui, sans-serif";

/** Names of custom properties of the element that the graph is drawn in. */
interface Colors {
  line: string;
  grid: string;
  text: string;
}

interface Drawing {
  graph: Graph;
  range: ReturnType<typeof timeRange>;
  axis: ReturnType<typeof valueAxis>;
  color: (name: keyof Colors) => string;
}

/**
 * Draws a graph whose values can be read by pointer, touch and arrow keys. It replaces the content of `host`.
 * @returns call it to destroy the graph and its observers
 */
export function drawGraph(host: HTMLElement, graph: Graph, colors: Colors): () => void {
  adoptStyles();
  const summary = element("p", "words");
  const plot = element("div", "plot");
  host.replaceChildren(summary, plot);
  summary.textContent = averageText(graph);
  const drawing: Drawing = {
    graph,
    range: timeRange(graph.series),
    axis: valueAxis(graph),
    color: (name) => getComputedStyle(host).getPropertyValue(colors[name]).trim(),
  };
  const size = () => ({ width: hostWidth(host), height: layout.plot + layout.times });
  const label = element("p", "step");
  const showStep = (chart: uPlot, step: number | undefined) => {
    label.hidden = step === undefined;
    if (step === undefined) return;
    label.textContent = stepText(graph, step);
    placeAtPoint(label, chart, step);
  };
  const chart = new uPlot({ ...size(), ...plotOptions(drawing, showStep) }, plotData(drawing), plot);
  label.hidden = true;
  chart.over.append(label);
  // uPlot follows the mouse only.
  chart.over.addEventListener("pointermove", ({ pointerType, offsetX: left, offsetY: top }) => {
    if (pointerType === "touch") chart.setCursor({ left, top });
  });
  plot.append(createSlider(chart, drawing));

  const sizes = new ResizeObserver(() => chart.setSize(size()));
  sizes.observe(host);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => chart.redraw(false);
  dark.addEventListener("change", redraw);
  return () => {
    sizes.disconnect();
    dark.removeEventListener("change", redraw);
    chart.destroy();
  };
}

const POINT_GAP_PX = 10;

/** Puts the label above the value of a step, or below where it would leave the graph. */
function placeAtPoint(label: HTMLElement, chart: uPlot, step: number): void {
  const [times, heights] = chart.data;
  const x = chart.valToPos(times[step] ?? 0, "x");
  const y = chart.valToPos(heights?.[step] ?? 0, "y");
  const { offsetWidth, offsetHeight } = label;
  const above = y - offsetHeight - POINT_GAP_PX;
  label.style.left = `${Math.max(0, Math.min(chart.over.clientWidth - offsetWidth, x - offsetWidth / 2))}px`;
  label.style.top = `${above < -layout.caption ? y + POINT_GAP_PX : above}px`;
}

/** @param onStep gets the step under the cursor */
function plotOptions(
  drawing: Drawing,
  onStep: (chart: uPlot, step: number | undefined) => void,
): Omit<uPlot.Options, "width" | "height"> {
  const { graph, range, axis, color } = drawing;
  const { values } = graph.series;
  return {
    ms: 1,
    legend: { show: false },
    padding: [layout.lineTop - layout.caption, EDGE_PX, layout.caption + layout.plot - layout.lineBottom, 0],
    scales: { x: { range: () => [range.start, range.end] }, y: { range: () => [0, 1] } },
    series: [
      {},
      {
        stroke: () => color("line"),
        width: 1.5,
        // Links have colors of six digits, and the next two are the opacity.
        fill: () => `${color("line")}1a`,
        paths: (chart) => linePaths(chart, drawing),
        // A value between two gaps makes no line, so it is drawn as a point.
        points: {
          show: true,
          filter: () => isolatedSteps(values),
          size: dotPx(values),
          fill: () => color("line"),
        },
      },
    ],
    axes: plotAxes(drawing),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, fill: () => color("line") } },
    hooks: {
      draw: [(u) => axis.bounds.length === 0 && drawNoData(u, drawing)],
      setCursor: [(u) => onStep(u, u.cursor.idx ?? undefined)],
    },
  };
}

const MIN_POINT_PX = 4;

/** The cursor still finds each value, because only the drawing has fewer points. */
function linePaths(chart: uPlot, { range }: Drawing): uPlot.Series.Paths {
  const heights = chart.data[1] as (number | null)[]; // as plotData() makes them
  const [stroke, fill] = [new Path2D(), new Path2D()];
  const bottom = chart.valToPos(0, "y", true);
  for (const run of drawnRuns(heights, chart.over.clientWidth / MIN_POINT_PX)) {
    const points = run.map(({ step, value }) => ({
      x: chart.valToPos(range.stepMiddle(step), "x", true),
      y: chart.valToPos(value, "y", true),
    }));
    const [first, last] = [points[0], points.at(-1)];
    if (points.length < 2 || !first || !last) continue;
    stroke.moveTo(first.x, first.y);
    fill.moveTo(first.x, bottom);
    for (const { x, y } of points) {
      stroke.lineTo(x, y);
      fill.lineTo(x, y);
    }
    fill.lineTo(last.x, bottom);
  }
  return { stroke, fill };
}

function plotAxes({ graph, axis, color }: Drawing): uPlot.Axis[] {
  const { bounds, labels, axisWidthPx, valueHeight } = axis;
  return [
    {
      size: layout.times,
      gap: 4,
      font: FONT,
      stroke: () => color("text"),
      splits: () => commonTicks(graph),
      values: (_, ticks) => ticks.map((time) => tickLabel(graph, time)),
      grid: { show: false },
      ticks: { show: false },
    },
    {
      size: axisWidthPx,
      gap: AXIS_GAP_PX,
      font: FONT,
      stroke: () => color("text"),
      splits: () => bounds.map(valueHeight),
      values: () => labels,
      grid: { stroke: () => color("grid"), width: 1 },
      ticks: { show: false },
    },
  ];
}

function plotData({ graph, range, axis }: Drawing): uPlot.AlignedData {
  return [
    graph.series.values.map((_, step) => range.stepMiddle(step)),
    graph.series.values.map((value) => (value === null ? null : axis.valueHeight(value))),
  ];
}

function drawNoData({ ctx, bbox }: uPlot, { graph, color }: Drawing) {
  ctx.save();
  ctx.font = FONT.replace("11px", `${11 * devicePixelRatio}px`);
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = color("text");
  ctx.fillText((graph.texts ?? english).noData, bbox.width / 2, bbox.top + bbox.height / 2);
  ctx.restore();
}

/** A native slider handles the keys and tells screen readers its value. */
function createSlider(chart: uPlot, { graph, range, axis }: Drawing) {
  const { values } = graph.series;
  const slider = element("input", "slider");
  slider.type = "range";
  slider.max = String(values.length - 1);
  slider.setAttribute("aria-label", `${graph.metric.title}: ${summaryText(graph)}`);
  let at = nearestValue(values, values.length - 1);

  function updateSlider() {
    slider.value = String(at ?? 0);
    slider.setAttribute(
      "aria-valuetext",
      at === undefined ? (graph.texts ?? english).nothing : stepText(graph, at),
    );
  }
  function moveCursor() {
    if (at === undefined) return;
    const left = chart.valToPos(range.stepMiddle(at), "x");
    chart.setCursor({ left, top: chart.valToPos(axis.valueHeight(values[at] ?? 0), "y") });
  }
  slider.addEventListener("input", () => {
    at = nearestValue(values, Number(slider.value), at) ?? at;
    updateSlider();
    moveCursor();
  });
  slider.addEventListener("focus", moveCursor);
  slider.addEventListener("blur", () => chart.setCursor({ left: -10, top: -10 }));
  updateSlider();
  return slider;
}

function hostWidth(host: HTMLElement): number {
  return Math.max(1, Math.floor(host.clientWidth));
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string) {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}

let hasAdoptedStyles = false;
function adoptStyles(): void {
  if (hasAdoptedStyles) return;
  hasAdoptedStyles = true;
  addStyles(css);
}
