import type { DataPoint } from "../../../worker/metrics/schema.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { makeMetric } from "../factories/factories.ts";
import { answer, type Daymark } from "../starters/daymark.ts";

/** Makes a Visible metric of the expression `up`. Without a backfill the next run collects only recent points. */
export async function makePrometheusMetric(
  daymark: Daymark,
  props: { URL: string } & Record<string, unknown>,
  { backfill = false } = {},
): Promise<string> {
  const { metricID } = await makeMetric(daymark, {
    type: "Prometheus",
    status: "Visible",
    props: { Expression: "up", ...props },
  });
  if (!backfill) await daymark.db.exec("DELETE FROM metric_backfills");
  return metricID;
}

export async function deleteAllMetrics({ administrator }: Daymark): Promise<void> {
  for (const { metricID } of await answer(administrator.metrics.$get()))
    await administrator.metrics[":metricID"].$delete({ param: { metricID } });
}

/** Reads the points of the day in UTC. */
export async function readPoints(daymark: Daymark, metricID: string, timeMs: number): Promise<DataPoint[]> {
  const date = new Date(timeMs);
  const path = `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
  return (await daymark.fetch(`/metrics/${metricID}/${path}.json`)).json() as Promise<DataPoint[]>;
}

/** Reads the points of yesterday and today, because the last minutes can be on both sides of midnight. */
export async function readRecentPoints(daymark: Daymark, metricID: string): Promise<DataPoint[]> {
  return [
    ...(await readPoints(daymark, metricID, Date.now() - DAY_MS)),
    ...(await readPoints(daymark, metricID, Date.now())),
  ];
}

export async function readCollectionError({ administrator }: Daymark, metricID: string) {
  const metrics = await answer(administrator.metrics.$get());
  return metrics.find((metric) => metric.metricID === metricID)?.collectionError;
}
