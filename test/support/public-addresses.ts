import { addressInEachLanguage } from "../../web/status/texts/page-address.ts";

interface Ids {
  components: string[];
  incidents: string[];
  maintenances: string[];
  metrics: string[];
  /** As `2026-11`. */
  months: string[];
}

/** Every address that visitors and programs can read of a page that has these, each page in each language. */
export function publicAddresses({ components, incidents, maintenances, metrics, months }: Ids): string[] {
  const inEachLanguage = [
    ...["/", "/history", "/api/docs"],
    ...components.map((id) => `/components/${id}`),
    ...incidents.map((id) => `/incidents/${id}`),
    ...maintenances.map((id) => `/maintenances/${id}`),
    ...metrics.flatMap((id) =>
      ["day", "week", "month"].map((timeframe) => `/metrics/${id}/${timeframe}.svg`),
    ),
  ];
  const withQuery = [
    ...["30", "60"].map((days) => `/?days=${days}`),
    ...months.map((month) => `/history?month=${month}`),
  ];
  const overall = ["", ...components.map((id) => `/components/${id}`)];
  return [
    ...inEachLanguage.flatMap(addressInEachLanguage),
    ...withQuery.flatMap((address) =>
      addressInEachLanguage(address).map((each) => each.replace("?lang", "&lang")),
    ),
    ...["/index.md", "/history.md", "/maintenances.ics", "/llms.txt", "/robots.txt", "/sitemap.xml"],
    ...incidents.map((id) => `/incidents/${id}.md`),
    ...maintenances.map((id) => `/maintenances/${id}.md`),
    ...overall.flatMap((of) =>
      ["history.rss", "history.atom", "history.json", "badge.svg", "badge-plain.svg", "badge.json"].map(
        (file) => `${of}/${file}`,
      ),
    ),
    ...["components", "public-metrics", "public-settings", "incidents", "maintenances", "openapi.json"].map(
      (list) => `/api/${list}`,
    ),
    ...components.map((id) => `/api/components/${id}`),
    ...components.map((id) => `/api/components/${id}/uptime`),
    ...incidents.map((id) => `/api/incidents/${id}`),
    ...maintenances.map((id) => `/api/maintenances/${id}`),
    ...metrics.map((id) => `/api/public-metrics/${id}/series?timeframe=week`),
    ...["summary", "status", "components", "incidents", "incidents/unresolved", "scheduled-maintenances"].map(
      (file) => `/api/v2/${file}.json`,
    ),
  ];
}
