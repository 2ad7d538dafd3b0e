import type { Database } from "../support/direct-access.ts";

const ITEM_PATHS = [
  "SELECT 'components/' || component_id AS path FROM components",
  "SELECT 'groups/' || group_id AS path FROM component_groups",
  "SELECT kind || 's/' || notice_id AS path FROM notices",
  "SELECT 'metrics/' || metric_id AS path FROM metrics",
  "SELECT 'channels/' || channel_id AS path FROM team_channels",
  "SELECT 'templates/' || template_id AS path FROM templates",
];

/** Deletes all components, groups, incidents, maintenances, metrics, team channels and templates through the API. */
export async function emptyPage(db: Database, apiURL: string, token: string): Promise<void> {
  // Most of these lists are empty, so one request to the database is cheaper than reading each through the API.
  const lists = await db.batch<{ path: string }>(ITEM_PATHS.map((sql) => db.prepare(sql)));
  for (const { path } of lists.flatMap(({ results }) => results)) {
    const headers = { Authorization: token };
    const response = await fetch(new URL(`/api/${path}`, apiURL), { method: "DELETE", headers });
    if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
  }
}
