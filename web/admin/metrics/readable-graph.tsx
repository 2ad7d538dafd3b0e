import { type PointerEvent, useCallback, useState } from "react";
import { GRAPH_HEIGHT_PX, type Graph, nearestValue, stepText, summaryText } from "../../graph/graph.ts";
import { Plot } from "../../graph/svg-graph.tsx";
import { valueAxis } from "../../graph/value-axis.ts";

export function ReadableGraph({ graph }: { graph: Graph }) {
  const { values } = graph.series;
  const { axisWidthPx } = valueAxis(graph);
  const [width, setWidth] = useState<number>();
  const measure = useCallback((box: HTMLDivElement) => {
    const sizes = new ResizeObserver(() => setWidth(box.clientWidth));
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  const [read, setRead] = useState<number>();
  /** The step that the arrow keys move from. */
  const [at = nearestValue(values, values.length - 1) ?? 0, setAt] = useState<number>();

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setRead(
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
      onPointerLeave={() => setRead(undefined)}
      className="relative touch-pan-y rounded outline-offset-2 outline-accent-text has-focus-visible:outline-2"
    >
      <svg width="100%" height={GRAPH_HEIGHT_PX} aria-hidden="true" className="plot block">
        <Plot
          graph={graph}
          highlightedStep={read}
          widthPx={width}
          caption={read === undefined ? "" : stepText(graph, read)}
        />
      </svg>
      {/* The browser's own slider has the keys, and says what it is at to screen readers. */}
      <input
        type="range"
        max={values.length - 1}
        value={at}
        aria-label={`${graph.metric.title}: ${summaryText(graph)}`}
        aria-valuetext={stepText(graph, at)}
        onChange={(event) => {
          const step = nearestValue(values, event.target.valueAsNumber, at);
          setAt(step);
          setRead(step);
        }}
        onFocus={() => setRead(at)}
        onBlur={() => setRead(undefined)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
