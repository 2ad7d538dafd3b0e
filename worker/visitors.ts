// This one's router is ready at once. The other prepares itself with the first request, which pays only after many.
import { Hono } from "hono/quick";
import { getPath } from "hono/utils/url";
import { makeApp } from "./app.ts";
import { publicResponse } from "./cache/public-response.ts";
import { groupReads } from "./components/groups/read-routes.ts";
import { componentReads } from "./components/read-routes.ts";
import type { AppEnv } from "./env.ts";
import { healthRoutes } from "./health/health-routes.ts";
import { dayFileRoutes, publicMetricRoutes } from "./metrics/public-routes.ts";
import { incidentReads, maintenanceReads } from "./notices/read-routes.ts";
import { feedRoutes } from "./public/feeds/routes.ts";
import { badgeRoutes } from "./public/pages/badge.tsx";
import { programRoutes } from "./public/pages/for-programs.ts";
import { graphRoutes } from "./public/pages/graphs.tsx";
import { iconRoutes } from "./public/pages/icons/icons.ts";
import { pageRoutes } from "./public/pages/routes.tsx";
import { subscribePageRoutes } from "./public/pages/subscribe.tsx";
import { webAppRoutes } from "./public/pages/web-app.ts";
import { v2Routes } from "./public/v2/routes.ts";
import { logoRoutes, publicSettingsRoutes } from "./settings/public-routes.ts";

/**
 * These routes are what visitors read. Their modules are evaluated when an isolate starts, so they import neither zod nor anything that
 * only writes, signs in or sends: `test/worker/costs/start-up.test.ts` has the list. The whole API has the same routes and all others.
 */
export const visitors = makeApp(new Hono<AppEnv>())
  .route("/api/health", healthRoutes)
  .route("/api/components", componentReads(publicResponse))
  .route("/api/groups", groupReads(publicResponse))
  .route("/api/incidents", incidentReads(publicResponse))
  .route("/api/maintenances", maintenanceReads(publicResponse))
  .route("/api/public-metrics", publicMetricRoutes)
  .route("/api/public-settings", publicSettingsRoutes)
  .route("/api/v2", v2Routes)
  .route("/metrics", dayFileRoutes)
  .route("/metrics", graphRoutes)
  .route("/logos", logoRoutes)
  .route("/", subscribePageRoutes)
  .route("/", feedRoutes)
  .route("/", badgeRoutes)
  .route("/", programRoutes)
  .route("/", iconRoutes)
  .route("/", webAppRoutes)
  .route("/", pageRoutes);

/** Below these, only some addresses are for visitors. Anything else that they open is a page, or the page that there is none. */
const OTHERS = /^\/(api|beat|subscriptions)(\/|$)/;

export function isForVisitors(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = getPath(request);
  if (!OTHERS.test(path)) return true;
  const [matched] = visitors.router.match("GET", path);
  return matched.some(([[, { method }]]) => method === "GET");
}
