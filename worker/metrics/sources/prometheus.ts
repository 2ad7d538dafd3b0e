import * as z from "zod";
import { guardedFetch, SourceError } from "../../http/outbound/guarded-fetch.ts";
import { parseURL } from "../../http/outbound/parse-url.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { PrometheusProps } from "../schema.ts";
import { tokenFor } from "./prometheus-token.ts";
import type { CollectionResult, Source, SourceMetric, TimeRange } from "./source.ts";

/** @see https://prometheus.io/docs/prometheus/latest/querying/api/ */
export const prometheus: Source<PrometheusProps> = {
  groupKey: () => "",
  maxMetricsPerTask: 20,
  // Each request may be redirected once.
  maxCallsFor: (metrics) => 2 * metrics,
  collect: (env, metrics, range) => Promise.all(metrics.map((metric) => collectOne(env, metric, range))),
};

const QueryResponse = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("success"),
    data: z.object({
      resultType: z.literal("matrix"),
      result: z.array(
        z.object({
          values: z.array(z.tuple([z.number(), z.string()])).default([]),
          histograms: z.array(z.unknown()).default([]),
        }),
      ),
    }),
  }),
  z.object({ status: z.literal("error"), error: z.string() }),
]);

async function collectOne(
  env: Env,
  { metricID, props }: SourceMetric<PrometheusProps>,
  range: TimeRange,
): Promise<CollectionResult> {
  try {
    return { metricID, ...(await queryRange(env, props, range)), error: "" };
  } catch (error) {
    if (error instanceof SourceError) return { metricID, points: [], error: error.message };
    throw error;
  }
}

async function queryRange(
  env: Env,
  props: PrometheusProps,
  range: TimeRange,
): Promise<Pick<CollectionResult, "points" | "note">> {
  const token = tokenFor(env, props);
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await guardedFetch(env, queryAddress(props, range), headers);
  const body = QueryResponse.safeParse(await response.json().catch(() => undefined));
  if (!body.success) throw new SourceError(unreadable(response.status));
  if (body.data.status === "error") throw new SourceError(body.data.error);
  const series = body.data.data.result;
  if (series.length > 1)
    throw new SourceError(`The expression returns ${series.length} series. It must return exactly one.`);
  const { values, histograms } = series[0] ?? { values: [], histograms: [] };
  const points = values
    .map(([seconds, value]) => ({ time: seconds * SECOND_MS, value: Number(value) }))
    .filter(({ value }) => Number.isFinite(value));
  if (points.length > 0) return { points };
  if (histograms.length > 0)
    return { points, note: "The query returned a native histogram. histogram_avg() makes a number of it." };
  return {
    points,
    note:
      values.length > 0 ? "The query returned only NaN or infinite values." : "The query returned no data.",
  };
}

function unreadable(status: number): string {
  if (status === 404)
    return "Prometheus answered with status 404. Is the address right? Daymark adds /api/v1/query_range.";
  return `Prometheus answered with status ${status} and a body that can't be read.`;
}

function queryAddress(
  { URL: server, Expression }: PrometheusProps,
  { from, to, periodSeconds }: TimeRange,
): URL {
  const address = parseURL(`${server.replace(/\/+$/, "")}/api/v1/query_range`);
  if (!address) throw new SourceError("URL must be the address of a Prometheus server.");
  address.search = new URLSearchParams({
    query: Expression,
    start: String(from / SECOND_MS),
    // Prometheus includes the end.
    end: String(to / SECOND_MS - periodSeconds),
    step: String(periodSeconds),
  }).toString();
  return address;
}
