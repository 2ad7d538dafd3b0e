/** How answers are kept, by browsers and by the edge. `etag`: whether they can be asked about. */
export const kinds = {
  /** Until content changes; the edge looks every ten seconds, or after one where it was answered on trust. */
  content: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": "public",
    "cloudflare-cdn-cache-control": /^max-age=(1|10), stale-while-revalidate=60, stale-if-error=86400$/,
  },
  /** Until the next deployment. */
  build: {
    etag: true,
    "cache-control": "no-cache",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": /^max-age=300, stale-while-revalidate=86400, stale-if-error=86400$/,
  },
  /** Points come by themselves. */
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
  /** Its address changes with its content. */
  forGood: {
    etag: true,
    "cache-control": "public, max-age=31536000, immutable",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
  never: {
    etag: false,
    "cache-control": "no-store",
    "cache-tag": null,
    "cloudflare-cdn-cache-control": null,
  },
} as const;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const day = (iso: string) => iso.slice(0, 10).split("-").map(Number).join("/");

/** Every GET of the product with an example of it, and how its answer is kept; `:name` is what the tests made. */
export const reads: Record<string, [example: string, kind: keyof typeof kinds][]> = {
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
  "/badge.svg": [["/badge.svg", "content"]],
  "/badge-plain.svg": [["/badge-plain.svg", "content"]],
  "/badge.json": [["/badge.json", "content"]],
  "/components/:componentID/badge.svg": [
    ["/components/:componentID/badge.svg", "content"],
    ["/components/nobody/badge.svg", "never"],
  ],
  "/components/:componentID/badge-plain.svg": [["/components/:componentID/badge-plain.svg", "content"]],
  "/components/:componentID/badge.json": [["/components/:componentID/badge.json", "content"]],
  "/maintenances.ics": [["/maintenances.ics", "content"]],
  "/index.md": [["/index.md", "content"]],
  "/history.md": [["/history.md", "content"]],
  "/incidents/:file{.+\\.md}": [
    ["/incidents/:incidentID.md", "content"],
    ["/incidents/nobody.md", "never"],
  ],
  "/maintenances/:file{.+\\.md}": [["/maintenances/:maintenanceID.md", "content"]],
  "/llms.txt": [["/llms.txt", "content"]],
  "/robots.txt": [["/robots.txt", "build"]],
  "/sitemap.xml": [["/sitemap.xml", "content"]],
  "/history": [["/history", "content"]],
  "/components/:componentID": [
    ["/components/:componentID", "content"],
    ["/components/nobody", "never"],
  ],
  "/incidents/:incidentID": [
    ["/incidents/:incidentID", "content"],
    ["/incidents/nobody", "never"],
  ],
  "/maintenances/:maintenanceID": [["/maintenances/:maintenanceID", "content"]],
  "/metrics/:metricID/:file": [
    ["/metrics/:metricID/week.svg", "today"],
    ["/metrics/nobody/week.svg", "never"],
  ],
  "/metrics/:metricID/:year/:month/:file": [
    ["/metrics/:metricID/2024/1/31.json", "pastDay"],
    ["/metrics/:metricID/2024/1/31.json?fresh=1", "never"],
    [`/metrics/:metricID/${day(tomorrow())}.json`, "today"],
  ],
  "/logos/:name": [
    ["/logos/:logo", "forGood"],
    ["/logos/nobody", "never"],
  ],
  "/api/health": [["/api/health", "never"]],
  "/api/openapi.json": [["/api/openapi.json", "build"]],
  "/api/docs": [["/api/docs", "build"]],
  "/api/components": [
    ["/api/components", "content"],
    ["/api/components?fresh=1", "never"],
  ],
  "/api/components/:componentID": [["/api/components/:componentID", "content"]],
  "/api/components/:componentID/uptime": [
    ["/api/components/:componentID/uptime", "content"],
    ["/api/components/:componentID/uptime?days=1", "never"],
  ],
  "/api/incidents": [
    ["/api/incidents?limit=5", "content"],
    ["/api/incidents?limit=0", "never"],
  ],
  "/api/incidents/:incidentID": [["/api/incidents/:incidentID", "content"]],
  "/api/maintenances": [["/api/maintenances", "content"]],
  "/api/maintenances/:maintenanceID": [["/api/maintenances/:maintenanceID", "content"]],
  "/api/public-metrics": [["/api/public-metrics", "content"]],
  "/api/public-metrics/:metricID/series": [["/api/public-metrics/:metricID/series", "today"]],
  "/api/public-settings": [["/api/public-settings", "content"]],
  "/subscribe": [["/subscribe", "content"]],
  "/subscribe/asked": [["/subscribe/asked", "content"]],
  "/subscriptions/:subscriberID/:token": [["/subscriptions/:subscriberID/:token", "never"]],
  "/subscriptions/:subscriberID/:token/data": [["/subscriptions/:subscriberID/:token/data", "never"]],
  "/subscriptions/:subscriberID/:token/confirm": [["/subscriptions/:subscriberID/:token/confirm", "never"]],
  "/subscriptions/:subscriberID/:token/unsubscribe": [
    ["/subscriptions/:subscriberID/:token/unsubscribe", "never"],
  ],
  "/api/mail/messages": [["/api/mail/messages", "never"]],
  "/api/mail/recipients": [["/api/mail/recipients", "never"]],
  "/api/metrics": [["/api/metrics", "never"]],
  "/api/metrics/:metricID": [["/api/metrics/:metricID", "never"]],
  "/api/settings": [["/api/settings", "never"]],
  "/api/external-metrics": [["/api/external-metrics", "never"]],
  "/api/v0/components": [["/api/v0/components", "never"]],
  "/api/v0/components/:componentID": [["/api/v0/components/:componentID", "never"]],
  "/api/v0/metrics": [["/api/v0/metrics", "never"]],
  "/api/v0/metrics/:metricID": [["/api/v0/metrics/:metricID", "never"]],
  "/api/v0/components/:componentID/uptime": [["/api/v0/components/:componentID/uptime", "never"]],
  "/api/v0/incidents": [["/api/v0/incidents", "never"]],
  "/api/v0/incidents/:incidentID": [["/api/v0/incidents/:incidentID", "never"]],
  "/api/v0/maintenances": [["/api/v0/maintenances", "never"]],
  "/api/v0/maintenances/:maintenanceID": [["/api/v0/maintenances/:maintenanceID", "never"]],
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
