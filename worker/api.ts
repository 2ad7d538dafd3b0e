import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { nightlyExportRoutes } from "./backup/nightly/routes.ts";
import { exportRoutes, restoreRoutes } from "./backup/routes.ts";
import { normalAddress } from "./cache/cache-key.ts";
import { groupRoutes } from "./components/groups/routes.ts";
import { componentRoutes } from "./components/routes.ts";
import { overviewRoutes } from "./console/routes.ts";
import type { AppEnv } from "./env.ts";
import { healthReportRoutes, healthRoutes } from "./health/routes.ts";
import { errorResponse, errorResponseV0, HttpError, toHttpError } from "./http/errors.ts";
import { standardHeaders } from "./http/headers.ts";
import { notModified } from "./http/if-none-match.ts";
import { requestLimits, requireLimits } from "./http/limits/request-limits.ts";
import { logRequest } from "./http/log.ts";
import { isForPrograms, pageNotFound } from "./http/not-found.ts";
import { dayFileRoutes, submissionRoutes } from "./metrics/data-routes.ts";
import { keyMetricRoutes } from "./metrics/key-routes.ts";
import { externalMetricRoutes, metricRoutes, publicMetricRoutes } from "./metrics/routes.ts";
import { postmortemRoutes } from "./notices/postmortem/routes.ts";
import { previewRoutes } from "./notices/preview/routes.ts";
import { incidentRoutes, maintenanceRoutes } from "./notices/routes.ts";
import { adminTemplateRoutes, keyTemplateRoutes } from "./notices/templates/routes.ts";
import { hookRoutes } from "./notify/mail/bounces/routes.ts";
import { mailRoutes } from "./notify/mail/routes.ts";
import { pushRoutes } from "./notify/push/routes.ts";
import {
  subscriberListRoutes,
  subscriberRecordRoutes,
  subscriberRoutes,
} from "./notify/subscribers/routes.ts";
import { teamRoutes } from "./notify/team/routes.ts";
import { buildDocument } from "./openapi/document.ts";
import { documentRoutes } from "./openapi/routes.ts";
import type { OpenAPIDocument } from "./openapi/schema.ts";
import { feedRoutes } from "./public/feeds/routes.ts";
import { badgeRoutes } from "./public/pages/badge.tsx";
import { docsRoutes } from "./public/pages/docs.tsx";
import { errorPage } from "./public/pages/error-page.tsx";
import { programRoutes } from "./public/pages/for-programs.ts";
import { graphRoutes } from "./public/pages/graphs.tsx";
import { iconRoutes } from "./public/pages/icons/icons.ts";
import { pageRoutes } from "./public/pages/routes.tsx";
import { subscribePageRoutes } from "./public/pages/subscribe.tsx";
import { subscriptionPageRoutes } from "./public/pages/subscriptions.tsx";
import { webAppRoutes } from "./public/pages/web-app.ts";
import { v2Routes } from "./public/v2/routes.ts";
import { logoRoutes, publicSettingsRoutes, settingsRoutes } from "./settings/routes.ts";
import { DAY_SECONDS } from "./shared/time/domain.ts";
import { admin } from "./sign-in/admin.ts";
import { apiKey } from "./sign-in/api-key.ts";
import { database } from "./storage/db.ts";
import { keyAccess, openAccess } from "./writes/access.ts";
import { auditRoutes } from "./writes/audit/routes.ts";
import { undoRoutes } from "./writes/undo/routes.ts";

export const app = new Hono<AppEnv>();

app.use(standardHeaders);
// A limit of 0 rejects the client's own request ID, which would look like ours in the log.
app.use(requestId({ limitLength: 0 }));
app.use(async (c, next) => {
  await next();
  // Without this header, the cache in front of the Worker would keep a response for two hours.
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  logRequest(c);
});
const preflight = cors({
  origin: "*",
  maxAge: DAY_SECONDS,
  allowMethods: (_, c) => allowedMethods(c.req.path),
});
const respondToPreflight: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.req.method !== "OPTIONS") return next();
  requireLimits(c.req.raw, c.req.path);
  return preflight(c, next);
};
app.use("/api/*", respondToPreflight);
app.use("/metrics/*", respondToPreflight);
app.use(notModified);
app.use(normalAddress);
app.use(requestLimits);
// `/api/v0/metrics/data` only takes POST, so a GET must not read the metric with the ID `data`.
app.use("/api/*", (c, next) => {
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  const methods = methodsWithoutParameters(c.req.path);
  if (methods.length > 0 && !methods.includes(method)) throw notFoundOrMethodNotAllowed(c);
  return next();
});
app.use(async (c, next) => {
  // Authentication switches reads to the primary. A header that anyone can send must not.
  c.set("db", database(c.env.DB, ["GET", "HEAD"].includes(c.req.method) ? "anywhere" : "primary"));
  await next();
});

const api = app
  .route("/api/health", healthRoutes)
  .route("/api/health/deep", healthReportRoutes(admin))
  .route("/api/components", componentRoutes(openAccess))
  .route("/api/groups", groupRoutes(openAccess))
  .route("/api/incidents", incidentRoutes(openAccess))
  .route("/api/incidents", postmortemRoutes(openAccess))
  .route("/api/maintenances", maintenanceRoutes(openAccess))
  .route("/api/templates", adminTemplateRoutes)
  .route("/api/metrics", metricRoutes)
  .route("/api/public-metrics", publicMetricRoutes)
  .route("/api/external-metrics", externalMetricRoutes)
  .route("/api/settings", settingsRoutes)
  .route("/api/channels", teamRoutes)
  .route("/api/mail", mailRoutes)
  .route("/api/audit", auditRoutes(admin))
  .route("/api/overview", overviewRoutes)
  .route("/api/undo", undoRoutes)
  .route("/api/preview", previewRoutes)
  .route("/api/public-settings", publicSettingsRoutes)
  .route("/api/subscribers/push", pushRoutes)
  .route("/api/subscribers", subscriberRoutes)
  .route("/api/subscribers", subscriberListRoutes)
  .route("/api/subscribers", subscriberRecordRoutes(admin));

export type Api = typeof api;

app
  .route("/api/v0/components", componentRoutes(keyAccess))
  .route("/api/v0/groups", groupRoutes(keyAccess))
  .route("/api/v0/incidents", incidentRoutes(keyAccess))
  .route("/api/v0/incidents", postmortemRoutes(keyAccess))
  .route("/api/v0/maintenances", maintenanceRoutes(keyAccess))
  .route("/api/v0/templates", keyTemplateRoutes)
  .route("/api/v0/metrics", submissionRoutes)
  .route("/api/v0/metrics", keyMetricRoutes)
  .route("/api/v0/subscribers", subscriberRecordRoutes(apiKey("all")))
  .route("/api/v0/health/deep", healthReportRoutes(apiKey("all")))
  .route("/api/v0/audit", auditRoutes(apiKey("archive")))
  .route("/api/v0/export", exportRoutes)
  .route("/api/v0/restore", restoreRoutes)
  .route("/api/v0/nightly-exports", nightlyExportRoutes)
  .route("/api/v2", v2Routes)
  .route("/api/hooks", hookRoutes)
  .route("/metrics", dayFileRoutes)
  .route("/metrics", graphRoutes)
  .route("/api/openapi.json", documentRoutes(apiDescription))
  .route("/api/docs", docsRoutes)
  .route("/logos", logoRoutes)
  .route("/", subscribePageRoutes)
  .route("/", subscriptionPageRoutes)
  .route("/", feedRoutes)
  .route("/", badgeRoutes)
  .route("/", programRoutes)
  .route("/", iconRoutes)
  .route("/", webAppRoutes)
  .route("/", pageRoutes);

function apiDescription(): OpenAPIDocument {
  cachedDescription ??= buildDocument(app.routes);
  return cachedDescription;
}
let cachedDescription: OpenAPIDocument | undefined;

app.notFound((c) => respondWithError(c, notFoundOrMethodNotAllowed(c)));
app.onError((error, c) => respondWithError(c, toHttpError(error, c)));

function respondWithError(c: Context<AppEnv>, error: HttpError) {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const { path } = c.req;
  if (path.startsWith("/api/v0/")) return c.json(errorResponseV0(error), error.status);
  if (isForPrograms(path)) return c.json(errorResponse(error), error.status);
  if (path.endsWith(".md"))
    return c.body(`# ${error.message}\n`, error.status, {
      "Content-Type": "text/markdown; charset=utf-8",
    });
  return errorPage(c, error);
}

function notFoundOrMethodNotAllowed(c: Context<AppEnv>): HttpError {
  const allow = allowedMethods(c.req.path);
  if (allow.length === 0) return pageNotFound(c.req.path);
  return new HttpError(405, `This address accepts only ${allow.join(", ")}.`, {
    headers: { Allow: allow.join(", ") },
  });
}

function allowedMethods(path: string): string[] {
  const exact = methodsWithoutParameters(path);
  const methods = ["GET", "POST", "PATCH", "DELETE"].filter((method) =>
    exact.length > 0
      ? exact.includes(method)
      : app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.includes("GET") ? ["GET", "HEAD", ...methods.slice(1)] : methods;
}

/** Lists the methods of the routes whose path is exactly this one. */
function methodsWithoutParameters(path: string): string[] {
  return app.routes.flatMap((route) => (route.path === path && route.method !== "ALL" ? [route.method] : []));
}
