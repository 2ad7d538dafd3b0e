import type { CSSProperties } from "react";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { latestLabel } from "../../graph/value-axis.ts";
import { useIsPhone } from "../../ui/narrow.ts";
import { useSeries } from "./use-series.ts";

/** The last value of a day, as beside the metric on the status page, and the day's line. */
export function LatestValue({ metric }: { metric: Metric }) {
  const { series } = useSeries(metric, "day");
  const isPhone = useIsPhone();
  if (!series) return null;
  return (
    <span className="flex items-center justify-end gap-3">
      {!isPhone && <Sparkline values={series.values} />}
      <span className="shrink-0 text-right text-ink" style={valueStyle}>
        {latestLabel({ metric, series })}
      </span>
    </span>
  );
}

const WIDTH = 72;
const HEIGHT = 20;
/** A line with more points than pixels looks like a brush stroke. */
const STEPS_PER_POINT = 8;

function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const points = average(values);
  const known = points.filter((point) => point !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const range = Math.max(...known) - low || 1;
  let isDrawing = false;
  const path = points.map((point, index) => {
    const command = isDrawing ? "L" : "M";
    isDrawing = point !== null;
    if (point === null) return "";
    const x = (index / (points.length - 1)) * WIDTH;
    // The difference of two numbers can exceed the largest one.
    const y = HEIGHT - 2 - (point / range - low / range) * (HEIGHT - 4);
    return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="var(--color-accent-text)"
      strokeWidth="1.25"
      strokeLinejoin="round"
      aria-hidden="true"
      style={lineStyle}
    >
      <path d={path.join("")} />
    </svg>
  );
}

function average(values: readonly (number | null)[]): (number | null)[] {
  return Array.from({ length: Math.ceil(values.length / STEPS_PER_POINT) }, (_, index) => {
    const steps = values
      .slice(index * STEPS_PER_POINT, (index + 1) * STEPS_PER_POINT)
      .filter((value) => value !== null);
    return steps.length > 0 ? steps.reduce((sum, value) => sum + value / steps.length, 0) : null;
  });
}

const lineStyle: CSSProperties = { width: WIDTH, height: HEIGHT };
/** The lines of all rows begin below each other, and the values end so. */
const valueStyle: CSSProperties = { minWidth: 88 };
