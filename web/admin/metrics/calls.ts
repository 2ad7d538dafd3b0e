import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  averageBySteps,
  fromStoredSum,
  type Timeframe,
  timeframeRange,
} from "../../../worker/metrics/domain.ts";
import type { DataPoint, Metric, MetricChange, NewMetric } from "../../../worker/metrics/schema.ts";
import { dayPath, daysBetween, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { adminAPI, fetchAuthorized, fetchWithMessage, readBody, type Write } from "../api/api.ts";
import { polling, retryFirstLoad } from "../api/query-client.ts";
import { runtimeSettings } from "../runtime-settings.ts";

export const metricList = queryOptions({
  ...polling,
  queryKey: ["metrics"],
  queryFn: () => readBody(adminAPI().metrics.$get()),
});

export function addMetric(json: NewMetric, requestID: string): Promise<Metric> {
  return readBody(adminAPI({ requestID }).metrics.$post({ json }));
}

export function changeMetric(metricID: string, json: MetricChange, write?: Write): Promise<Metric> {
  const metric = adminAPI(write).metrics[":metricID"];
  return readBody(metric.$patch({ param: { metricID }, json }));
}

export async function deleteMetric(metricID: string): Promise<void> {
  await readBody(adminAPI().metrics[":metricID"].$delete({ param: { metricID } }));
}

export function externalMetrics(Region: string) {
  return infiniteQueryOptions({
    queryKey: ["external-metrics", Region],
    queryFn: ({ pageParam }) => {
      const filters = JSON.stringify({ Region });
      const query = { type: "CloudWatch", filters, ...(pageParam && { cursor: pageParam }) };
      return readBody(adminAPI()["external-metrics"].$get({ query }));
    },
    initialPageParam: "",
    // A repeated cursor would loop forever.
    getNextPageParam: ({ nextCursor }, _, __, before: string[]) =>
      nextCursor && !before.includes(nextCursor) ? nextCursor : undefined,
    staleTime: 5 * MINUTE_MS,
    refetchOnWindowFocus: false,
  });
}

export function seriesFromFiles(dataHost: string, metric: Metric, timeframe: Timeframe) {
  return queryOptions({
    queryKey: ["metric-series", metric.metricID, metric.status, timeframe, dataHost],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const { start, end } = timeframeRange(timeframe, now);
      const days = daysBetween(start, end).map(dayPath);
      const points = await Promise.all(days.map((day) => readDay(metric, day, dataHost, signal)));
      const stretches = points
        .flat()
        .map(({ timestamp, value }) => ({ time: Date.parse(timestamp), sum: fromStoredSum(value, 1) }));
      return averageBySteps(stretches, timeframe, now);
    },
    refetchInterval: (query) => (query.state.data ? MINUTE_MS : retryFirstLoad(query)),
    gcTime: 0,
  });
}

/** The API serves the points of a Hidden metric to administrators only. */
async function readDay({ metricID, status }: Metric, day: string, dataHost: string, signal: AbortSignal) {
  const file = `/metrics/${metricID}/${day}.json`;
  const response = await (status === "Hidden"
    ? fetchAuthorized(`${runtimeSettings().apiURL}${file}?fresh=1`, { signal })
    : fetchWithMessage(dataHost.replace(/\/+$/, "") + file, { cache: "no-store", signal }));
  if (!response.ok) throw new Error(`Can't read the data (${response.status}). Try again in a moment.`);
  const points: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return []; // no JSON
    throw error;
  });
  return points instanceof Object ? (Object.values(points) as DataPoint[]) : []; // contract of the data host
}
