import { type Context, Hono } from "hono";
import * as z from "zod";
import { cacheHeaders } from "../cache/cache-headers.ts";
import { bypassesCaches, freshParameter } from "../cache/fresh.ts";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call } from "../http/call.ts";
import { type HttpError, missingPage } from "../http/errors.ts";
import { isKnownMissing, recordMiss, requireUnblocked } from "../http/limits/guess-limit.ts";
import { HOUR_SECONDS, parseDayPath, utcDay } from "../shared/time/domain.ts";
import { requireAdministrator } from "../sign-in/admin.ts";
import { apiKey } from "../sign-in/api-key.ts";
import type { WriteDb } from "../storage/db.ts";
import { endExpiredRestore, selectUnfinished } from "../storage/writes/unfinished-restore.ts";
import { unaudited } from "../writes/audit.ts";
import { repeatable } from "../writes/idempotency/idempotent.ts";
import { writeDb, writes } from "../writes/write.ts";
import { dataPoints, readDay } from "./day-files.ts";
import type { MetricType } from "./domain.ts";
import { DescribedSubmission } from "./openapi-shapes.ts";
import { metricDataOperations, publicMetricOperations } from "./operations.ts";
import { groupByDay, sendPoints } from "./points-queue.ts";
import { DataPoint, MetricData, Submission } from "./schema.ts";
import { selectMetricIDs, selectMetrics } from "./store.ts";
import { checkSubmission, limitPoints, type SubmittedPoint } from "./submission.ts";
import { visibleMetrics } from "./visible-metrics.ts";

/**
 * A Hidden metric has the same empty response as an unknown one, so that visitors can't tell which exist. Administrators read
 * its points with `?fresh=1`, for the preview.
 */
export const dayFileRoutes = new Hono<AppEnv>().get(
  "/:metricID/:year/:month/:file",
  call(
    publicMetricOperations.getMetricDay,
    { 200: z.array(DataPoint) },
    { access: "visitor", parameters: [freshParameter], errorStatuses: [401, 403, 404] },
  ),
  async (c) => {
    const { metricID, year, month, file } = c.req.param();
    const day = file.endsWith(".json")
      ? parseDayPath(year, month, file.slice(0, -".json".length))
      : undefined;
    if (!day) throw noSuchDay();
    if (bypassesCaches(c)) {
      await requireAdministrator(c);
      const [stored, [metric]] = await Promise.all([
        readDay(c.env.FILES, metricID, day),
        selectMetricIDs(c.var.db, [metricID]),
      ]);
      return c.json(metric ? dataPoints(day, stored) : [], 200);
    }
    const points = await visiblePoints(c, metricID, day);
    // Points arrive without a new content version, so they are cached by time. A Hidden metric may become Visible at any moment.
    const seconds = points && day < utcDay(Date.now()) ? HOUR_SECONDS : 10;
    return c.json(points ?? [], 200, cacheHeaders(seconds));
  },
);

function noSuchDay(): HttpError {
  return missingPage(
    "There is no such day. A day's points are at /metrics/{metricID}/{year}/{month}/{day}.json, with month and day without leading zeros, such as 2026/1/31.json.",
  );
}

async function visiblePoints(c: Context<AppEnv>, metricID: string, day: string) {
  const [visible, stored] = await Promise.all([
    visibleMetrics(c.var.db),
    readDay(c.env.FILES, metricID, day),
  ]);
  return visible.has(metricID) ? dataPoints(day, stored) : undefined;
}

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
