import { type Context, Hono } from "hono";
import { cacheHeaders } from "../cache/cache-headers.ts";
import { bypassesCaches, freshParameter, requireAdministrator } from "../cache/fresh.ts";
import { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { type CallDescription, call } from "../http/call.ts";
import { type HttpError, invalidField, missingPage } from "../http/errors.ts";
import { listFilterDescription, parseListFilter } from "../http/lists/list-filter.ts";
import { json } from "../http/rendered.ts";
import { HOUR_SECONDS, parseDayPath, utcDay } from "../shared/time/domain.ts";
import { isTimeframe, metricStatuses } from "./domain.ts";
import { dataPoints, readDay } from "./points/day-files.ts";
import { publicMetricOperations } from "./public-operations.ts";
import { readPublicMetric, selectMetricIDs, selectPublicMetrics } from "./reads.ts";
import { loadSeries } from "./series.ts";
import { visibleMetrics } from "./visible-metrics.ts";

const schemas = () => import("./schema.ts");

const seriesDescription: CallDescription = {
  parameters: [
    {
      name: "timeframe",
      in: "query",
      description: "The period of the graph. The default is `day`.",
      schema: { type: "string", enum: ["day", "week", "month"], default: "day" },
    },
  ],
  errorStatuses: [400, 404],
};

export const publicMetricRoutes = new Hono<AppEnv>()
  .get(
    "/",
    call(
      publicMetricOperations.listPublicMetrics,
      async () => ({ 200: (await schemas()).PublicMetric.array() }),
      listFilterDescription(metricStatuses),
    ),
    publicResponse({ clock: "day" }, async (c) =>
      json(await selectPublicMetrics(c.var.db, parseListFilter(c, metricStatuses))),
    ),
  )
  .get(
    "/:metricID/series",
    call(
      publicMetricOperations.getMetricSeries,
      async () => ({ 200: (await schemas()).Series }),
      seriesDescription,
    ),
    async (c) => {
      const timeframe = c.req.query("timeframe") ?? "day";
      if (!isTimeframe(timeframe)) {
        throw invalidField("timeframe", "timeframe must be one of: day, week, month.");
      }
      const { metricID } = await readPublicMetric(c.var.db, c.req.param("metricID"));
      const series = await loadSeries(c.env, c.var.db, metricID, timeframe, Date.now());
      return c.json(series, 200, cacheHeaders(10));
    },
  );

/**
 * A Hidden metric has the same empty response as an unknown one, so that visitors can't tell which exist. Administrators read
 * its points with `?fresh=1`, for the preview.
 */
export const dayFileRoutes = new Hono<AppEnv>().get(
  "/:metricID/:year/:month/:file",
  call(publicMetricOperations.getMetricDay, async () => ({ 200: (await schemas()).DataPoint.array() }), {
    access: "visitor",
    parameters: [freshParameter],
    errorStatuses: [401, 403, 404],
  }),
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
