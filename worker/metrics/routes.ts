import { Hono } from "hono";
import * as z from "zod";
import { body } from "../body.ts";
import { forgetPublic, publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { admin } from "../sign-in/admin.ts";
import { apiKey } from "../sign-in/api-key.ts";
import { unchangedSince } from "../unchanged.ts";
import { dayFrom, dayOf } from "./days.ts";
import { deliveries, sendPoints } from "./ingest.ts";
import { dataPoints, deletePoints, readDay } from "./points.ts";
import { type DataPoint, MetricChange, NewMetric } from "./schema.ts";
import { seriesOf } from "./series.ts";
import { sourceOf } from "./sources/index.ts";
import { isTimeframe, metricTypes } from "./statuses.ts";
import {
  addMetric,
  changeMetric,
  deleteMetric,
  listMetrics,
  readPublicMetric,
  selectMetrics,
  selectPublicMetrics,
} from "./store.ts";
import { checkSubmission, limitPoints } from "./submission.ts";

export const metricRoutes = new Hono<AppEnv>()
  .get("/", admin, async (c) => c.json(await listMetrics(c.var.db), 200))
  .post("/", admin, body(NewMetric), async (c) => {
    const metric = await addMetric(c.var.db, c.req.valid("json"));
    forgetPublic(c);
    return c.json(metric, 201);
  })
  .patch("/:metricID", admin, body(MetricChange), async (c) => {
    const which = { metricID: c.req.param("metricID"), unchangedSince: unchangedSince(c) };
    const metric = await changeMetric(c.var.db, which, c.req.valid("json"));
    forgetPublic(c);
    return c.json(metric, 200);
  })
  .delete("/:metricID", admin, async (c) => {
    const metricID = c.req.param("metricID");
    await deleteMetric(c.var.db, metricID);
    await deletePoints(c.env.FILES, metricID);
    forgetPublic(c);
    return c.body(null, 204);
  });

export const publicMetricRoutes = new Hono<AppEnv>()
  .get("/", publicAnswer, async (c) => c.json(await selectPublicMetrics(c.var.db), 200))
  .get("/:metricID/series", async (c) => {
    const timeframe = c.req.query("timeframe") ?? "day";
    if (!isTimeframe(timeframe))
      throw refusedQuery("timeframe", "timeframe must be one of: day, week, month.");
    const { metricID } = await readPublicMetric(c.var.db, c.req.param("metricID"));
    const series = await seriesOf(c.env, c.var.db, metricID, timeframe, Date.now());
    return c.json(series, 200, keptFor(10));
  });

/** What a monitoring service has to offer, for the console's drop-downs. */
export const externalMetricRoutes = new Hono<AppEnv>().get("/", admin, async (c) => {
  const { type, filters = "{}", cursor } = c.req.query();
  const known = metricTypes.find((each) => each === type);
  const source = known && sourceOf(known);
  if (!source?.list) throw refusedQuery("type", "type must be one that lists its metrics: CloudWatch.");
  return c.json(await source.list(c.env, parseFilters(filters), cursor || undefined), 200);
});

/** Where visitors' graphs and the console's preview read a day's points. */
export const dayFileRoutes = new Hono<AppEnv>().get(
  "/:metricID/:year/:month/:file{[0-9]+\\.json}",
  async (c) => {
    const { metricID, year, month, file } = c.req.param();
    const day = dayFrom(year, month, file.replace(".json", ""));
    if (!day) throw new Refusal(404, "404 page not found");
    const points: DataPoint[] = dataPoints(day, await readDay(c.env.FILES, metricID, day));
    return c.json(points, 200, keptFor(day < dayOf(Date.now()) ? 3600 : 10));
  },
);

export const submissionRoutes = new Hono<AppEnv>().post(
  "/data",
  apiKey,
  body(z.looseObject({})),
  async (c) => {
    const submitted = c.req.valid("json");
    limitPoints(submitted);
    const named = await selectMetrics(c.var.db, Object.keys(submitted));
    const ids = (self: boolean) =>
      new Set(named.filter(({ type }) => (type === "Self") === self).map((m) => m.metricID));
    const points = checkSubmission(submitted, { self: ids(true), others: ids(false), now: Date.now() });
    await sendPoints(c.env, deliveries(points, Date.now()));
    return c.json(asKept(Object.keys(submitted), points), 200);
  },
);

/** Seconds cut off, of two points of a minute the last. */
function asKept(
  metricIDs: string[],
  points: ReturnType<typeof checkSubmission>,
): Record<string, DataPoint[]> {
  const kept = new Map(metricIDs.map((metricID) => [metricID, new Map<number, number>()]));
  for (const { metricID, time, value } of points) kept.get(metricID)?.set(time, value);
  return Object.fromEntries(
    [...kept].map(([metricID, byTime]) => [
      metricID,
      [...byTime]
        .sort(([one], [other]) => one - other)
        .map(([time, value]) => ({ timestamp: new Date(time).toISOString(), value })),
    ]),
  );
}

/** Points change by themselves, so these answers are kept by time and not by content version. */
function keptFor(seconds: number): Record<string, string> {
  return {
    "Cache-Control": "no-cache",
    "Cloudflare-CDN-Cache-Control": `max-age=${seconds}, stale-while-revalidate=60, stale-if-error=86400`,
    "Cache-Tag": "public",
  };
}

function parseFilters(filters: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(filters);
    if (typeof parsed === "object" && parsed !== null) return { ...parsed };
  } catch {
    // Said below.
  }
  throw refusedQuery("filters", "filters must be a JSON object.");
}

function refusedQuery(path: string, message: string): Refusal {
  return new Refusal(400, message, { errors: [{ path, message }] });
}
