import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { beatRoutes } from "./alerts/heartbeats/beat-routes.ts";
import { adminHeartbeatRoutes, keyHeartbeatRoutes } from "./alerts/heartbeats/routes.ts";
import { rulePreviewRoutes } from "./alerts/preview-routes.ts";
import { adminReceivedRoutes, keyReceivedRoutes, receivingRoutes } from "./alerts/routes.ts";
import { adminRuleRoutes, keyRuleRoutes } from "./alerts/rules/routes.ts";
import { makeApp } from "./app.ts";
import { nightlyExportRoutes } from "./backup/nightly/routes.ts";
import { exportRoutes, restoreRoutes } from "./backup/routes.ts";
import { groupRoutes } from "./components/groups/routes.ts";
import { componentRoutes } from "./components/routes.ts";
import { overviewRoutes } from "./console/routes.ts";
import type { AppEnv } from "./env.ts";
import { healthRoutes } from "./health/health-routes.ts";
import { healthReportRoutes } from "./health/routes.ts";
import { HttpError } from "./http/errors.ts";
import { requireLimits } from "./http/limits/request-limits.ts";
import { pageNotFound } from "./http/not-found.ts";
import "./http/validation-messages.ts";
import { submissionRoutes } from "./metrics/data-routes.ts";
import { keyMetricRoutes } from "./metrics/key-routes.ts";
import { dayFileRoutes, publicMetricRoutes } from "./metrics/public-routes.ts";
import { externalMetricRoutes, metricRoutes } from "./metrics/routes.ts";
import { postmortemRoutes } from "./notices/postmortem/routes.ts";
import { previewRoutes } from "./notices/preview/routes.ts";
import { adminProposalRoutes, keyProposalRoutes } from "./notices/proposals/routes.ts";
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
import { documentRoutes } from "./openapi/routes.ts";
import type { OpenAPIDocument } from "./openapi/schema.ts";
import { feedRoutes } from "./public/feeds/routes.ts";
import { badgeRoutes } from "./public/pages/badge.tsx";
import { docsRoutes } from "./public/pages/docs.tsx";
import { programRoutes } from "./public/pages/for-programs.ts";
import { graphRoutes } from "./public/pages/graphs.tsx";
import { iconRoutes } from "./public/pages/icons/icons.ts";
import { pageRoutes } from "./public/pages/routes.tsx";
import { subscribePageRoutes } from "./public/pages/subscribe.tsx";
import { subscribeFormRoutes } from "./public/pages/subscribe-form.ts";
import { subscriptionPageRoutes } from "./public/pages/subscriptions.tsx";
import { webAppRoutes } from "./public/pages/web-app.ts";
import { v2Routes } from "./public/v2/routes.ts";
import { logoRoutes, publicSettingsRoutes } from "./settings/public-routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { publicSignInRoutes } from "./settings/sign-in-routes.ts";
import { DAY_SECONDS } from "./shared/time/domain.ts";
import { admin } from "./sign-in/admin.ts";
import { apiKey } from "./sign-in/api-key.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { keyAccess, openAccess } from "./writes/access.ts";
import { auditRoutes } from "./writes/audit/routes.ts";
import { undoRoutes } from "./writes/undo/routes.ts";

const preflight = cors({
  origin: "*",
  maxAge: DAY_SECONDS,
  allowMethods: (_, c) => allowedMethods(c.req.path),
});

/** The whole API. */
export const app = makeApp(new Hono<AppEnv>(), {
  preflight(c, next) {
    if (c.req.method !== "OPTIONS" || !/^\/(api|metrics)(\/|$)/.test(c.req.path)) return next();
    requireLimits(c.req.raw, c.req.path);
    return preflight(c, next);
  },
  // `/api/v0/metrics/data` only takes POST, so a GET must not read the metric with the ID `data`.
  methods(c, next) {
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    const methods = c.req.path.startsWith("/api/") ? methodsWithoutParameters(c.req.path) : [];
    if (methods.length > 0 && !methods.includes(method)) throw notFoundOrMethodNotAllowed(c);
    return next();
  },
  missing: notFoundOrMethodNotAllowed,
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
  .route("/api/proposals", adminProposalRoutes)
  .route("/api/alert-rules", adminRuleRoutes)
  .route("/api/heartbeats", adminHeartbeatRoutes)
  .route("/api/received-alerts", adminReceivedRoutes)
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
  .route("/api/preview/alert-rules", rulePreviewRoutes)
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
  .route("/api/v0/proposals", keyProposalRoutes)
  .route("/api/v0/alert-rules", keyRuleRoutes)
  .route("/api/v0/heartbeats", keyHeartbeatRoutes)
  .route("/api/v0/received-alerts", keyReceivedRoutes)
  .route("/api/v0/alerts", receivingRoutes)
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
  .route("/api/sign-in", publicSignInRoutes)
  .route("/api/sign-in", signInRoutes)
  .route("/metrics", dayFileRoutes)
  .route("/metrics", graphRoutes)
  .route("/api/openapi.json", documentRoutes(apiDescription))
  .route("/api/docs", docsRoutes)
  .route("/beat", beatRoutes)
  .route("/logos", logoRoutes)
  .route("/", subscribePageRoutes)
  .route("/", subscribeFormRoutes)
  .route("/", subscriptionPageRoutes)
  .route("/", feedRoutes)
  .route("/", badgeRoutes)
  .route("/", programRoutes)
  .route("/", iconRoutes)
  .route("/", webAppRoutes)
  .route("/", pageRoutes);

async function apiDescription(): Promise<OpenAPIDocument> {
  const { buildDocument } = await import("./openapi/document.ts");
  cachedDescription ??= buildDocument(app.routes);
  return cachedDescription;
}
let cachedDescription: Promise<OpenAPIDocument> | undefined;

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
