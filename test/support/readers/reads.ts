import { dayFile, daysAgo } from "../factories/days.ts";

/** Says how browsers and the edge cache a response. One with an `etag` can be revalidated. */
export const cachePolicies = {
  /** Changes with the content. The edge revalidates after 10 seconds, or after 1 if the version was not read. */
  content: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=(1|10), stale-while-revalidate=60, stale-if-error=86400$/,
  },
  /** Changes with a deployment. */
  build: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": /^max-age=300, stale-while-revalidate=86400, stale-if-error=86400$/,
  },
  /** Changes with each new point, which doesn't purge. */
  today: {
    etag: false,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=10, stale-while-revalidate=60, stale-if-error=86400$/,
  },
  pastDay: {
    etag: false,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=3600, stale-while-revalidate=60, stale-if-error=86400$/,
  },
  /** Never changes, because new content gets a new URL. */
  immutable: {
    etag: true,
    "cache-control": "public, max-age=31536000, immutable",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
  noStore: {
    etag: false,
    "cache-control": "no-store",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
} as const;

/**
 * Every GET route that visitors can read, and others whose address alone is no good example. Each has example paths and their
 * cache policies. `:name` is an ID that the test fills in. `all-reads.ts` adds the others, which need credentials.
 */
export const reads: Record<string, [example: string, policy: keyof typeof cachePolicies][]> = {
  "/": [
    ["/", "content"],
    ["/?days=30&lang=fr", "content"],
  ],
  "/history.rss": [["/history.rss", "content"]],
  "/history.atom": [["/history.atom", "content"]],
  "/history.json": [["/history.json", "content"]],
  "/components/:componentID/history.rss": [["/components/:componentID/history.rss", "content"]],
  "/components/:componentID/history.atom": [["/components/:componentID/history.atom", "content"]],
  "/components/:componentID/history.json": [["/components/:componentID/history.json", "content"]],
  "/components/:componentID/notices.json": [
    ["/components/:componentID/notices.json", "content"],
    ["/components/nobody/notices.json", "noStore"],
  ],
  "/badge.svg": [["/badge.svg", "content"]],
  "/badge-plain.svg": [["/badge-plain.svg", "content"]],
  "/badge.json": [["/badge.json", "content"]],
  "/components/:componentID/badge.svg": [
    ["/components/:componentID/badge.svg", "content"],
    ["/components/nobody/badge.svg", "noStore"],
  ],
  "/components/:componentID/badge-plain.svg": [["/components/:componentID/badge-plain.svg", "content"]],
  "/components/:componentID/badge.json": [["/components/:componentID/badge.json", "content"]],
  "/groups/:groupID/history.rss": [["/groups/:groupID/history.rss", "content"]],
  "/groups/:groupID/history.atom": [["/groups/:groupID/history.atom", "content"]],
  "/groups/:groupID/history.json": [["/groups/:groupID/history.json", "content"]],
  "/groups/:groupID/badge.svg": [
    ["/groups/:groupID/badge.svg", "content"],
    ["/groups/nobody/badge.svg", "noStore"],
  ],
  "/groups/:groupID/badge-plain.svg": [["/groups/:groupID/badge-plain.svg", "content"]],
  "/groups/:groupID/badge.json": [["/groups/:groupID/badge.json", "content"]],
  "/maintenances.ics": [["/maintenances.ics", "content"]],
  "/index.md": [["/index.md", "content"]],
  "/history.md": [["/history.md", "content"]],
  "/incidents/:file{\\b\\w+\\.md}": [
    ["/incidents/:incidentID.md", "content"],
    ["/incidents/nobody.md", "noStore"],
  ],
  "/incidents/:incidentID/postmortem.md": [
    ["/incidents/:incidentID/postmortem.md", "content"],
    ["/incidents/nobody/postmortem.md", "noStore"],
  ],
  "/maintenances/:file{\\b\\w+\\.md}": [["/maintenances/:maintenanceID.md", "content"]],
  "/llms.txt": [["/llms.txt", "content"]],
  "/robots.txt": [["/robots.txt", "build"]],
  "/favicon.ico": [["/favicon.ico", "content"]],
  "/apple-touch-icon.png": [["/apple-touch-icon.png", "content"]],
  "/manifest.webmanifest": [["/manifest.webmanifest?lang=de", "content"]],
  "/service-worker.js": [["/service-worker.js", "build"]],
  "/sitemap.xml": [["/sitemap.xml", "content"]],
  "/history": [
    ["/history", "content"],
    ["/history?q=house&lang=es", "content"],
  ],
  "/groups/:groupID": [
    ["/groups/:groupID", "content"],
    ["/groups/nobody", "noStore"],
  ],
  "/components/:componentID": [
    ["/components/:componentID", "content"],
    ["/components/nobody", "noStore"],
  ],
  "/incidents/:incidentID": [
    ["/incidents/:incidentID", "content"],
    ["/incidents/nobody", "noStore"],
  ],
  "/incidents/:incidentID/postmortem": [
    ["/incidents/:incidentID/postmortem", "content"],
    ["/incidents/nobody/postmortem", "noStore"],
  ],
  "/maintenances/:maintenanceID": [["/maintenances/:maintenanceID", "content"]],
  "/metrics/:metricID/:file": [
    ["/metrics/:metricID/week.svg", "today"],
    ["/metrics/nobody/week.svg", "noStore"],
  ],
  "/metrics/:metricID/:year/:month/:file": [
    ["/metrics/:metricID/2024/1/31.json", "pastDay"],
    ["/metrics/:metricID/2024/1/31.json?fresh=1", "noStore"],
    [`/metrics/:metricID/${dayFile(daysAgo(-1))}.json`, "today"],
  ],
  "/logos/:name": [
    ["/logos/:logo", "immutable"],
    ["/logos/nobody", "noStore"],
  ],
  "/api/health": [["/api/health", "noStore"]],
  "/api/openapi.json": [["/api/openapi.json", "build"]],
  "/api/docs": [["/api/docs", "build"]],
  "/api/components": [
    ["/api/components", "content"],
    ["/api/components?fresh=1", "noStore"],
  ],
  "/api/components/:componentID": [["/api/components/:componentID", "content"]],
  "/api/components/:componentID/uptime": [
    ["/api/components/:componentID/uptime", "content"],
    ["/api/components/:componentID/uptime?days=1", "noStore"],
  ],
  "/api/groups": [
    ["/api/groups", "content"],
    ["/api/groups?fresh=1", "noStore"],
  ],
  "/api/groups/:groupID": [["/api/groups/:groupID", "content"]],
  "/api/groups/:groupID/uptime": [
    ["/api/groups/:groupID/uptime", "content"],
    ["/api/groups/:groupID/uptime?days=1", "noStore"],
  ],
  "/api/incidents": [
    ["/api/incidents?limit=5", "content"],
    ["/api/incidents?limit=5&open=true", "content"],
    ["/api/incidents?limit=5&q=text%20incident", "content"],
    ["/api/incidents?limit=5&q=%E6%9D%B1", "content"],
    ["/api/incidents?limit=5&componentID=:componentID", "content"],
    ["/api/incidents?limit=5&month=2026-11", "content"],
    ["/api/incidents?limit=0", "noStore"],
  ],
  "/api/incidents/:incidentID": [["/api/incidents/:incidentID", "content"]],
  "/api/maintenances": [["/api/maintenances", "content"]],
  "/api/maintenances/:maintenanceID": [["/api/maintenances/:maintenanceID", "content"]],
  "/api/public-metrics": [["/api/public-metrics", "content"]],
  "/api/public-metrics/:metricID/series": [["/api/public-metrics/:metricID/series", "today"]],
  "/api/sign-in": [["/api/sign-in", "content"]],
  "/api/public-settings": [["/api/public-settings", "content"]],
  "/api/subscribers/push": [["/api/subscribers/push", "content"]],
  "/subscribe": [["/subscribe", "content"]],
  "/subscribe/push": [["/subscribe/push?lang=ar", "content"]],
  "/subscribe/asked": [["/subscribe/asked", "content"]],
  "/subscribe/asked/webhook": [["/subscribe/asked/webhook", "content"]],
  "/subscribe/asked/chat": [["/subscribe/asked/chat", "content"]],
  "/beat/:secret": [["/beat/:secret", "noStore"]],
  "/subscriptions/:subscriberID/:token": [["/subscriptions/:subscriberID/:token", "noStore"]],
  "/subscriptions/:subscriberID/:token/data": [["/subscriptions/:subscriberID/:token/data", "noStore"]],
  "/subscriptions/:subscriberID/:token/confirm": [["/subscriptions/:subscriberID/:token/confirm", "noStore"]],
  "/subscriptions/:subscriberID/:token/unsubscribe": [
    ["/subscriptions/:subscriberID/:token/unsubscribe", "noStore"],
  ],
  "/api/audit": [
    ["/api/audit", "noStore"],
    ["/api/audit?item=:componentID", "noStore"],
    ["/api/audit?actor=nobody&kind=metric", "noStore"],
    ["/api/audit?from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z", "noStore"],
  ],
  "/api/templates/former-notice": [
    ["/api/templates/former-notice?kind=incident&componentIDs=:componentID", "noStore"],
  ],
  "/api/v0/templates/former-notice": [
    ["/api/v0/templates/former-notice?kind=incident&componentIDs=:componentID", "noStore"],
  ],
  "/api/v0/export/:part": [
    ["/api/v0/export/notices", "noStore"],
    ["/api/v0/export/subscribers", "noStore"],
    ["/api/v0/export/metricDays", "noStore"],
  ],
  "/api/v0/nightly-exports/:day": [["/api/v0/nightly-exports/2026-01-31", "noStore"]],
  "/api/v0/nightly-exports/:day/pages/:number": [["/api/v0/nightly-exports/2026-01-31/pages/1", "noStore"]],
  "/api/v0/nightly-exports/:day/points": [["/api/v0/nightly-exports/2026-01-31/points", "noStore"]],
  "/api/v2/summary.json": [["/api/v2/summary.json", "content"]],
  "/api/v2/status.json": [["/api/v2/status.json", "content"]],
  "/api/v2/components.json": [["/api/v2/components.json", "content"]],
  "/api/v2/incidents.json": [["/api/v2/incidents.json", "content"]],
  "/api/v2/incidents/unresolved.json": [["/api/v2/incidents/unresolved.json", "content"]],
  "/api/v2/scheduled-maintenances.json": [["/api/v2/scheduled-maintenances.json", "content"]],
  "/api/v2/scheduled-maintenances/upcoming.json": [
    ["/api/v2/scheduled-maintenances/upcoming.json", "content"],
  ],
  "/api/v2/scheduled-maintenances/active.json": [["/api/v2/scheduled-maintenances/active.json", "content"]],
};
