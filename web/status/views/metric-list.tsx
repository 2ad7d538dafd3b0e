import type { PublicMetric } from "../../../worker/metrics/schema.ts";
import { type Timeframe, timeframes } from "../../../worker/metrics/statuses.ts";

import { fill } from "../texts/texts.ts";
import { Description } from "./description.tsx";
import { useHref, useTexts } from "./language.tsx";
import { apart } from "./plain-text.ts";

const choices = Object.keys(timeframes) as Timeframe[]; // its own keys

/** Each metric's last day as an image; its script makes the image a graph to read values from. */
export function MetricList({ metrics }: { metrics: PublicMetric[] }) {
  const texts = useTexts();
  const href = useHref();
  if (metrics.length === 0) return null;
  return (
    <section aria-labelledby="metrics" data-graph-words={JSON.stringify(texts.graph)}>
      <h2 id="metrics">{texts.metrics}</h2>
      {metrics.map(({ metricID, title, description, unit, decimalPlaces }) => (
        <figure
          key={metricID}
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
            alt={fill(texts.lastDay, { title: apart(title) })}
            width="720"
            height="160"
            loading="lazy"
          />
        </figure>
      ))}
    </section>
  );
}
