import { type Context, Hono } from "hono";
import * as z from "zod";
import { cacheHeaders } from "../cache/cache-headers.ts";
import { bypassesCaches, freshParameter } from "../cache/fresh.ts";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { Refusal } from "../http/errors.ts";
import { isKnownMissing, recordMiss, requireUnblocked } from "../http/guess-limit.ts";
import { repeatable } from "../http/idempotency/idempotent.ts";
import { writes } from "../http/write.ts";
import { call } from "../openapi/call.ts";
import { requireAdministrator } from "../sign-in/admin.ts";
import { apiKey } from "../sign-in/api-key.ts";
import { dayOf, parseDayPath } from "../time/domain.ts";
import { dataPoints, readDay } from "./day-files.ts";
import type { MetricType } from "./domain.ts";
import { deliveries, sendPoints } from "./ingest.ts";
import { DescribedSubmission } from "./openapi-shapes.ts";
import { metricDataOperations } from "./operations.ts";
import { DataPoint, MetricData, Submission } from "./schema.ts";
import { selectMetricIDs, selectMetrics } from "./store.ts";
import { checkSubmission, limitPoints, type SubmittedPoint } from "./submission.ts";
import { visibleMetrics } from "./visible-metrics.ts";

/**
 * A day's points of a Visible metric; none of any other, whether it is Hidden, deleted or was never there. With `?fresh=1`
 * an administrator gets a Hidden one's, too, to see what it would show.
 */
export const dayFileRoutes = new Hono<AppEnv>().get(
  "/:metricID/:year/:month/:file",
  call(
    metricDataOperations.getMetricDay,
    { 200: z.array(DataPoint) },
    { access: "visitor", parameters: [freshParameter], refuses: [401, 403, 404] },
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
    // Points change without a write that visitors see, so that they are cached by time. What is Hidden may be shown in a moment.
    const seconds = points && day < dayOf(Date.now()) ? 3600 : 10;
    return c.json(points ?? [], 200, cacheHeaders(seconds));
  },
);

function noSuchDay(): Refusal {
  return new Refusal(
    404,
    "There is no such day. A day's points are at /metrics/{metricID}/{year}/{month}/{day}.json, with month and day without leading zeros, such as 2026/1/31.json.",
  );
}

/** @returns undefined where the metric is not Visible */
async function visiblePoints(c: Context<AppEnv>, metricID: string, day: string) {
  // At once, so that whether it is Visible costs no time beside the file.
  const [visible, stored] = await Promise.all([
    visibleMetrics(c.var.db),
    readDay(c.env.FILES, metricID, day),
  ]);
  return visible.has(metricID) ? dataPoints(day, stored) : undefined;
}

/** Answered once the queue has the points; they are stored within seconds. */
export const submissionRoutes = new Hono<AppEnv>().post(
  "/data",
  apiKey("metrics"),
  body(Submission, { describedAs: DescribedSubmission }),
  repeatable,
  writes(),
  call(metricDataOperations.submitMetricData, { 200: MetricData }),
  async (c) => {
    const submitted = c.req.valid("json");
    limitPoints(submitted);
    const types = await readTypes(c, Object.keys(submitted));
    const points = checkSubmission(submitted, types, Date.now());
    await sendPoints(c.env, deliveries(points, Date.now()));
    return c.json(asKept(Object.keys(submitted), points), 200);
  },
);

/** Of those that there are. For the others D1 is not read again with every request. */
async function readTypes(c: Context<AppEnv>, metricIDs: string[]): Promise<Map<string, MetricType>> {
  const caller = c.var.actor ?? "";
  requireUnblocked(caller, "Too many requests with unknown metrics. Please try again in a minute.");
  const candidates = metricIDs.filter((metricID) => !isKnownMissing(metricID));
  if (candidates.length === 0) return new Map();
  const found = await selectMetrics(c.var.db, candidates);
  const types = new Map(found.map(({ metricID, type }) => [metricID, type]));
  const unknown = candidates.filter((metricID) => !types.has(metricID));
  if (unknown.length > 0) await recordMiss(c.env, caller, unknown);
  return types;
}

/** Seconds cut off, of two points of a minute the last. */
function asKept(metricIDs: string[], points: SubmittedPoint[]): Record<string, DataPoint[]> {
  const kept = new Map(metricIDs.map((metricID) => [metricID, new Map<number, number>()]));
  for (const { metricID, time, value } of points) kept.get(metricID)?.set(time, value);
  const listed = (byTime: Map<number, number>) =>
    [...byTime]
      .sort(([one], [other]) => one - other)
      .map(([time, value]) => ({ timestamp: new Date(time).toISOString(), value }));
  return Object.fromEntries([...kept].map(([metricID, byTime]) => [metricID, listed(byTime)]));
}
