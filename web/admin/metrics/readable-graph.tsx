import { type PointerEvent, useCallback, useState } from "react";
import { GRAPH_HEIGHT_PX, type Graph, nearestValue, stepText, summaryText } from "../../graph/graph.ts";
import { Plot } from "../../graph/svg-graph.tsx";
import { valueAxis } from "../../graph/value-axis.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import styles from "./readable-graph.css?inline";

adoptStyles(styles);

export function ReadableGraph({ graph }: { graph: Graph }) {
  const { values } = graph.series;
  const { axisWidthPx } = valueAxis(graph);
  const [width, setWidth] = useState<number>();
  const measure = useCallback((box: HTMLDivElement) => {
    const sizes = new ResizeObserver(() => setWidth(box.clientWidth));
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  const [highlightedStep, setHighlightedStep] = useState<number>();
  const [sliderStep = nearestValue(values, values.length - 1) ?? 0, setSliderStep] = useState<number>();

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setHighlightedStep(
      nearestValue(
        values,
        Math.floor(((clientX - left - axisWidthPx) / (width - axisWidthPx)) * values.length),
      ),
    );
  }

  return (
    <div
      ref={measure}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setHighlightedStep(undefined)}
      className="relative touch-pan-y rounded outline-offset-2 outline-accent-text has-focus-visible:outline-2"
    >
      <svg width="100%" height={GRAPH_HEIGHT_PX} aria-hidden="true" className="plot block">
        <Plot
          graph={graph}
          highlightedStep={highlightedStep}
          widthPx={width}
          caption={highlightedStep === undefined ? "" : stepText(graph, highlightedStep)}
        />
      </svg>
      {/* The browser's slider handles the arrow keys and tells screen readers its value. */}
      <input
        type="range"
        max={values.length - 1}
        value={sliderStep}
        aria-label={`${graph.metric.title}: ${summaryText(graph)}`}
        aria-valuetext={stepText(graph, sliderStep)}
        onChange={(event) => {
          const step = nearestValue(values, event.target.valueAsNumber, sliderStep);
          setSliderStep(step);
          setHighlightedStep(step);
        }}
        onFocus={() => setHighlightedStep(sliderStep)}
        onBlur={() => setHighlightedStep(undefined)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
