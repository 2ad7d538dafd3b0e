import { addressInEachLanguage } from "../../../web/status/addresses/page-address.ts";

interface Ids {
  components: string[];
  groups?: string[];
  incidents: string[];
  maintenances: string[];
  metrics: string[];
  /** Formatted like 2026-11. */
  months: string[];
}

/** Lists every public path of a status page with these items, and each page in each language. */
export function publicAddresses({
  components,
  groups = [],
  incidents,
  maintenances,
  metrics,
  months,
}: Ids): string[] {
  const inEachLanguage = [
    ...["/", "/history"],
    ...components.map((id) => `/components/${id}`),
    ...groups.map((id) => `/groups/${id}`),
    ...incidents.flatMap((id) => [`/incidents/${id}`, `/incidents/${id}/postmortem`]),
    ...maintenances.map((id) => `/maintenances/${id}`),
    ...metrics.flatMap((id) =>
      ["day", "week", "month"].map((timeframe) => `/metrics/${id}/${timeframe}.svg`),
    ),
  ];
  const withQuery = [
    ...["30", "60"].map((days) => `/?days=${days}`),
    ...months.map((month) => `/history?month=${month}`),
  ];
  const feedParents = [
    "",
    ...components.map((id) => `/components/${id}`),
    ...groups.map((id) => `/groups/${id}`),
  ];
  return [
    ...inEachLanguage.flatMap(addressInEachLanguage),
    ...withQuery.flatMap((address) =>
      addressInEachLanguage(address).map((each) => each.replace("?lang", "&lang")),
    ),
    ...[
      "/api/docs",
      "/index.md",
      "/history.md",
      "/maintenances.ics",
      "/llms.txt",
      "/robots.txt",
      "/sitemap.xml",
    ],
    ...["/favicon.ico", "/apple-touch-icon.png", "/service-worker.js"],
    ...addressInEachLanguage("/manifest.webmanifest"),
    ...incidents.flatMap((id) => [`/incidents/${id}.md`, `/incidents/${id}/postmortem.md`]),
    ...maintenances.map((id) => `/maintenances/${id}.md`),
    ...feedParents.flatMap((parent) =>
      ["history.rss", "history.atom", "history.json", "badge.svg", "badge-plain.svg", "badge.json"].map(
        (file) => `${parent}/${file}`,
      ),
    ),
    ...components.map((id) => `/components/${id}/notices.json`),
    ...[
      "components",
      "groups",
      "public-metrics",
      "public-settings",
      "sign-in",
      "incidents",
      "maintenances",
      "openapi.json",
    ].map((list) => `/api/${list}`),
    ...components.map((id) => `/api/components/${id}`),
    ...components.map((id) => `/api/components/${id}/uptime`),
    ...groups.flatMap((id) => [`/api/groups/${id}`, `/api/groups/${id}/uptime`]),
    ...incidents.map((id) => `/api/incidents/${id}`),
    ...maintenances.map((id) => `/api/maintenances/${id}`),
    ...metrics.map((id) => `/api/public-metrics/${id}/series?timeframe=week`),
    ...["summary", "status", "components", "incidents", "incidents/unresolved", "scheduled-maintenances"].map(
      (file) => `/api/v2/${file}.json`,
    ),
  ];
}
