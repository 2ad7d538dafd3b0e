import { type Timeframe, timeframes } from "../../../../worker/metrics/domain.ts";
import type { PublicMetric } from "../../../../worker/metrics/schema.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { chooseDetail, escapedBytes } from "../choose-detail.ts";
import { useHref, useTexts } from "../language.tsx";
import { truncate } from "../truncate.ts";
import { Description } from "./description.tsx";
import { MoreLink } from "./more-link.tsx";

const BUDGET = { fullBytes: 320 * 1024, briefBytes: 160 * 1024 };
const MAX_BRIEF_CHARACTERS = 100;

const timeframeNames = Object.keys(timeframes) as Timeframe[]; // The keys are those of `timeframes`.

const forms = {
  full: (metric: PublicMetric) => metric,
  brief: (metric: PublicMetric) => ({
    ...metric,
    title: truncate(metric.title, MAX_BRIEF_CHARACTERS),
    description: "",
  }),
  byteLength: ({ title, description, unit }: PublicMetric) =>
    1200 + 2 * escapedBytes(title) + escapedBytes(description) + escapedBytes(unit),
};

/** A metric opens to its graph. Images work without a script, which replaces those of open metrics with interactive graphs. */
export function MetricList({ metrics }: { metrics: PublicMetric[] }) {
  const texts = useTexts();
  if (metrics.length === 0) return null;
  const visibleMetrics = chooseDetail(metrics, forms, BUDGET);
  return (
    <section aria-labelledby="metrics" data-graph-words={JSON.stringify(texts.graph)}>
      <h2 id="metrics">{texts.metrics}</h2>
      <div className="card metrics">
        {visibleMetrics.map((metric) => (
          <Metric key={metric.metricID} metric={metric} />
        ))}
      </div>
      <MoreLink
        count={metrics.length - visibleMetrics.length}
        forms={texts.moreMetrics}
        href="/api/public-metrics"
      />
    </section>
  );
}

function Metric({ metric }: { metric: PublicMetric }) {
  const { metricID, title, description, unit, decimalPlaces } = metric;
  const texts = useTexts();
  const href = useHref();
  const day = href(`/metrics/${metricID}/day.svg`);
  return (
    <details
      id={metricID}
      className="metric"
      data-metric={metricID}
      data-unit={unit}
      data-decimal-places={decimalPlaces}
    >
      <summary>
        <h3 dir="auto">{title}</h3>
        {/* The image, which is drawn for its height, has the latest value, too. */}
        <img src={day} alt="" width="300" height="36" loading="lazy" />
      </summary>
      <ul className="choices">
        {timeframeNames.map((timeframe) => (
          <li key={timeframe}>
            <a
              href={href(`/metrics/${metricID}/${timeframe}.svg`)}
              data-timeframe={timeframe}
              aria-current={timeframe === "day" ? "true" : undefined}
            >
              {texts.timeframes[timeframe]}
            </a>
          </li>
        ))}
      </ul>
      <Description text={description} />
      <img
        src={day}
        alt={interpolate(texts.graphAlt, { title: isolateDirection(title) })}
        width="720"
        height="120"
        loading="lazy"
      />
    </details>
  );
}
