import { isRecord } from "../../../worker/storage/domain.ts";
import type { SourceLists } from "./read-source.ts";
import { ROWS_PER_PAGE, type StatuspageAPI } from "./statuspage-api.ts";

/**
 * Reads what a page shows to nobody, so that only the API with a key has it. Of subscribers, only the addresses are read that can
 * be imported; all others are only counted.
 */
export async function readLists(api: StatuspageAPI): Promise<SourceLists> {
  const templates = await api.list({
    names: ["template", "templates"],
    toPath: (page) => `incident_templates?per_page=${ROWS_PER_PAGE}&page=${page + 1}`,
    maxPages: 20,
  });
  const metrics = await api.list({
    names: ["metric", "metrics"],
    // The documentation doesn't say whether the first page is 0 or 1. So it gets no number, and page 1 may repeat it.
    toPath: (page) => `metrics?per_page=${ROWS_PER_PAGE}${page === 0 ? "" : `&page=${page}`}`,
    maxPages: 20,
  });
  // It has no pages.
  const metricsProviders = metrics.length === 0 ? [] : await api.get("metrics_providers");
  const subscribers = await api.list({
    names: ["email subscriber", "email subscribers"],
    // Whoever subscribes meanwhile comes last in this order.
    toPath: (page) =>
      `subscribers?type=email&state=active&sort_field=created_at&sort_direction=asc&limit=${ROWS_PER_PAGE}&page=${page}`,
    maxPages: 1000,
  });
  const counts = await api.get("subscribers/histogram_by_state");
  return {
    templates,
    metrics,
    metricsProviders,
    subscribers,
    subscriberCounts: isRecord(counts) ? counts : {},
  };
}
