import { type Context, Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call } from "../http/call.ts";
import { isKnownMissing, recordMiss, requireUnblocked } from "../http/limits/guess-limit.ts";
import { apiKey } from "../sign-in/api-key.ts";
import type { WriteDb } from "../storage/db.ts";
import { endExpiredRestore, selectUnfinished } from "../storage/writes/unfinished-restore.ts";
import { unaudited } from "../writes/audit.ts";
import { repeatable } from "../writes/idempotency/idempotent.ts";
import { writeDb, writes } from "../writes/write.ts";
import type { MetricType } from "./domain.ts";
import { DescribedSubmission } from "./openapi-shapes.ts";
import { metricDataOperations } from "./operations.ts";
import { groupByDay, sendPoints } from "./points/points-queue.ts";
import { checkSubmission, limitPoints, type SubmittedPoint } from "./points/submission.ts";
import { type DataPoint, MetricData, Submission } from "./schema.ts";
import { selectMetrics } from "./store.ts";

export const submissionRoutes = new Hono<AppEnv>().post(
  "/data",
  apiKey("metrics"),
  body(Submission, { describedAs: DescribedSubmission }),
  repeatable,
  writes(unaudited),
  call(metricDataOperations.submitMetricData, { 200: MetricData }),
  async (c) => {
    const submitted = c.req.valid("json");
    limitPoints(submitted);
    const types = await readTypes(c, writeDb(c), Object.keys(submitted));
    const points = checkSubmission(submitted, types, Date.now());
    await sendPoints(c.env, groupByDay(points, Date.now()));
    return c.json(toMetricData(Object.keys(submitted), points), 200);
  },
);

/** @throws HttpError 409 while a restore is in progress */
async function readTypes(
  c: Context<AppEnv>,
  db: WriteDb,
  metricIDs: string[],
): Promise<Map<string, MetricType>> {
  const caller = c.var.actor ?? "";
  requireUnblocked(caller, "Too many requests with unknown metrics. Please try again in a minute.");
  const candidates = metricIDs.filter((metricID) => !isKnownMissing(metricID));
  if (candidates.length === 0) return new Map();
  const [metrics, [restore]] = await db.batch([selectMetrics(db, candidates), selectUnfinished(db)]);
  // The points are stored later, so this batch is refused in their place.
  if (restore) await db.batch([endExpiredRestore(db)]);
  const types = new Map(metrics.map(({ metricID, type }) => [metricID, type]));
  const unknown = candidates.filter((metricID) => !types.has(metricID));
  if (unknown.length > 0) await recordMiss(c.env, caller, unknown);
  return types;
}

function toMetricData(metricIDs: string[], points: SubmittedPoint[]): Record<string, DataPoint[]> {
  const byMetric = new Map(metricIDs.map((metricID) => [metricID, new Map<number, number>()]));
  for (const { metricID, time, value } of points) byMetric.get(metricID)?.set(time, value);
  const toDataPoints = (byTime: Map<number, number>) =>
    [...byTime]
      .sort(([one], [other]) => one - other)
      .map(([time, value]) => ({ timestamp: new Date(time).toISOString(), value }));
  return Object.fromEntries([...byMetric].map(([metricID, byTime]) => [metricID, toDataPoints(byTime)]));
}
