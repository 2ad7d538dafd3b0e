import { Hono } from "hono";
import { cacheHeaders } from "../../cache/cache-headers.ts";
import type { AppEnv } from "../../env.ts";
import { resourcePolicy } from "../../http/headers.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { isTimeframe } from "../../metrics/domain.ts";
import { readPublicMetric } from "../../metrics/reads.ts";
import { loadSeries } from "../../metrics/series.ts";
import { readSettings } from "../../settings/store.ts";
import { markup } from "./html.tsx";

export const graphRoutes = new Hono<AppEnv>().get("/:metricID/:file", async (c) => {
  const { metricID, file } = c.req.param();
  const timeframe = file.replace(/\.svg$/, "");
  if (!file.endsWith(".svg") || !isTimeframe(timeframe)) throw pageNotFound(c.req.path);
  const [metric, { accentColor }] = await Promise.all([
    readPublicMetric(c.var.db, metricID),
    readSettings(c.var.db),
  ]);
  const series = await loadSeries(c.env, c.var.db, metricID, timeframe, Date.now());
  // A page is there before its images, so the Worker starts without what draws them.
  const { MetricGraph } = await import("../../../web/status/views/page/metric-graph.tsx");
  const utcOffset = Number(c.req.query("utcOffset") ?? 0);
  const graph = { metric, series, utcOffset, accentColor };
  return c.body(await markup(c, <MetricGraph {...graph} />), 200, {
    "Content-Type": "image/svg+xml; charset=utf-8",
    // The graph has style attributes, which hashes in a policy do not cover.
    "Content-Security-Policy": resourcePolicy("style-src 'unsafe-inline'"),
    ...cacheHeaders(10),
  });
});
