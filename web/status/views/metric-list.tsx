import { type Timeframe, timeframes } from "../../../worker/metrics/domain.ts";
import type { PublicMetric } from "../../../worker/metrics/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { fill } from "../texts/texts.ts";
import { Description } from "./description.tsx";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
import { useHref, useTexts, useVisit } from "./language.tsx";
import { More } from "./more.tsx";
import { beginning } from "./plain-text.ts";

/** Of the section's markup. */
const MAX_BYTES = 480 * 1024;
/** Of a title in short. */
const BRIEF = 100;

const choices = Object.keys(timeframes) as Timeframe[]; // its own keys

/** Each metric's last day as an image; its script makes the image a graph to read values from. */
export function MetricList({ metrics }: { metrics: PublicMetric[] }) {
  const texts = useTexts();
  const { language } = useVisit();
  const drawn = useDrawn();
  if (metrics.length === 0) return null;
  const { parts, left } = drawWithin(MAX_BYTES, metrics, {
    full: (metric) => figure(viewOf(metric), language),
    short: (metric) =>
      figure({ ...viewOf(metric), title: beginning(metric.title, BRIEF), description: "" }, language),
  });
  return (
    <section aria-labelledby="metrics" data-graph-words={JSON.stringify(texts.graph)}>
      <h2 id="metrics">{texts.metrics}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn */}
      <div dangerouslySetInnerHTML={drawn(parts)} />
      <More count={left} forms={texts.moreMetrics} href="/api/public-metrics" />
    </section>
  );
}

type MetricView = Pick<PublicMetric, "metricID" | "title" | "description" | "unit" | "decimalPlaces">;

function viewOf({ metricID, title, description, unit, decimalPlaces }: PublicMetric): MetricView {
  return { metricID, title, description, unit, decimalPlaces };
}

const figure = remembering("metric", ({ metricID, title, description, unit, decimalPlaces }: MetricView) => {
  const texts = useTexts();
  const href = useHref();
  return (
    <figure
      id={metricID}
      className="card metric"
      data-metric={metricID}
      data-unit={unit}
      data-decimal-places={decimalPlaces}
    >
      <figcaption>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <ul className="choices">
          {choices.map((timeframe) => (
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
      </figcaption>
      <Description text={description} />
      <img
        src={href(`/metrics/${metricID}/day.svg`)}
        alt={fill(texts.lastDay, { title: isolateDirection(title) })}
        width="720"
        height="160"
        loading="lazy"
      />
    </figure>
  );
});
