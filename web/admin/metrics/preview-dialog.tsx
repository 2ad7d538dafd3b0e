import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Timeframe, timeframes } from "../../../worker/metrics/domain.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { allows, isExpired } from "../../../worker/settings/domain.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { averageText, GRAPH_HEIGHT_PX } from "../../graph/graph.ts";
import { english } from "../../graph/texts.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { LoadError, useLoadError } from "../../ui/load-error.tsx";
import { runtimeSettings } from "../runtime-settings.ts";
import { settingsQuery } from "../settings/calls.ts";
import { formatShort } from "../times/dates.ts";
import { ReadableGraph } from "./readable-graph.tsx";
import { useSeries } from "./use-series.ts";

const choices = Object.keys(timeframes) as Timeframe[]; // The keys are those of `timeframes`.
const WAITING_MS = 3 * SECOND_MS;
const clock = {
  offset: (time: number) => -MINUTE_MS * new Date(time).getTimezoneOffset(),
  short: formatShort,
};

export function PreviewDialog({ metric, onClose }: { metric: Metric; onClose: () => void }) {
  const [timeframe, setTimeframe] = useState<Timeframe>("day");
  return (
    <DialogFrame title={`Preview ${isolateDirection(metric.title)}`} onClose={onClose}>
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5">
        <RadioField
          label="Timeframe"
          value={timeframe}
          choices={choices}
          nameOf={(each) => timeframes[each].name}
          onChange={setTimeframe}
        />
        <Preview key={timeframe} metric={metric} timeframe={timeframe} />
        <ErrorArea
          error={metric.collectionError ? new Error(`${metric.type} says: ${metric.collectionError}`) : null}
        />
        <div className="grid gap-1.5 text-muted text-pretty">
          {metric.collectionNote && <p>{metric.collectionNote}</p>}
          <p>
            Note: if the metric added just now, try again in 1 minute. Data will be backfilled up to 30 days
            in the past.
          </p>
          {metric.type === "Self" && <ScriptNote metricID={metric.metricID} />}
        </div>
      </div>
    </DialogFrame>
  );
}

interface PreviewProps {
  metric: Metric;
  timeframe: Timeframe;
  /** Stands in place of the graph while there is no value. It is then looked for every few seconds. */
  empty?: string;
}

export function Preview({ metric, timeframe, empty }: PreviewProps) {
  const { load, series } = useSeries(metric, timeframe, empty === undefined ? undefined : WAITING_MS);
  if (useLoadError(load)) return <LoadError load={load} />;
  if (!series) return <GraphPlaceholder>Fetching...</GraphPlaceholder>;
  if (series.average === null) return <GraphPlaceholder>{empty ?? english.noData}</GraphPlaceholder>;
  const graph = { metric, series, clock };
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 font-medium">{averageText(graph)}</figcaption>
      <ReadableGraph graph={graph} />
    </figure>
  );
}

const CAPTION_HEIGHT_PX = 24;

/** It is as high as the graph with its caption, so that nothing jumps. */
function GraphPlaceholder({ children }: { children: string }) {
  const height = CAPTION_HEIGHT_PX + GRAPH_HEIGHT_PX;
  return (
    <p role="status" style={{ height }} className="grid place-items-center text-muted">
      {children}
    </p>
  );
}

function ScriptNote({ metricID }: { metricID: string }) {
  const { data: settings } = useQuery(settingsQuery);
  const key = settings?.apiKeys.find(
    ({ value, scopes, expiresAt }) => value !== "" && !isExpired(expiresAt) && allows(scopes, "metrics"),
  );
  const query = new URLSearchParams({ hostname: new URL(runtimeSettings().apiURL).host });
  const fragment = key ? `#apiKey=${key.value}` : "";
  return (
    <p>
      To submit data points, start from{" "}
      <ExternalLink href={`/metrics/${metricID}/scripts/python?${query}${fragment}`}>
        the Python script
      </ExternalLink>
      {settings && !key && " and create an API key in Settings"}.
    </p>
  );
}
