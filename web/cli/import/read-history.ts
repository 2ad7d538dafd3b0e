import { SECOND_MS } from "../../../worker/time/domain.ts";
import { CommandError } from "../command-error.ts";
import { count, warn } from "../output.ts";
import { addressOf } from "../settings.ts";
import { fetchJSON, refused } from "./fetch-source.ts";
import { type Fields, objectsOf } from "./fields.ts";
import { notListed, type SourcePage } from "./read-source.ts";

const ROWS_PER_PAGE = 100;
const MAX_PAGES = 200;
/** A key may make one request a second. */
const SECONDS_BETWEEN_PAGES = 1;

/**
 * Adds all older incidents and maintenances, which only the API with a key has. It lists both together, newest first.
 * @see https://developer.statuspage.io/#operation/getPagesPageIdIncidents
 */
export async function addHistory(source: SourcePage, key: string): Promise<SourcePage> {
  if (typeof source.id !== "string" || !/^[0-9A-Za-z-]{1,50}$/.test(source.id))
    throw refused(`${source.url} doesn't tell the ID of its page, which the API with a key needs.`);
  // Tests have an address of their own.
  const url = addressOf(process.env.STATUSPAGE_API_URL || "https://api.statuspage.io");
  const all: Fields[] = [];
  for (let page = 1; ; page += 1) {
    if (page > MAX_PAGES) throw refused(`${url} has more than ${count(MAX_PAGES, "page")} of incidents.`);
    const path = `/v1/pages/${source.id}/incidents?limit=${ROWS_PER_PAGE}&page=${page}`;
    const list = await fetchJSON(url, path, { Authorization: `OAuth ${key}` });
    if (!Array.isArray(list)) throw refused(`${url}${path} isn't a list.`);
    all.push(...objectsOf(list));
    warn(`${count(all.length, "incident or maintenance", "incidents and maintenances")} read.`);
    if (list.length < ROWS_PER_PAGE) break;
    await new Promise((resolve) => setTimeout(resolve, secondsBetweenPages() * SECOND_MS));
  }
  const isMaintenance = (notice: Fields) => typeof notice.scheduled_for === "string";
  return {
    ...source,
    incidents: [
      ...source.incidents,
      ...notListed(
        all.filter((each) => !isMaintenance(each)),
        source.incidents,
      ),
    ],
    maintenances: [...source.maintenances, ...notListed(all.filter(isMaintenance), source.maintenances)],
    isFull: { incidents: false, maintenances: false },
  };
}

function secondsBetweenPages(): number {
  return Number(process.env.DAYMARK_BACKOFF_SECONDS ?? SECONDS_BETWEEN_PAGES);
}

/** An argument would be visible to others on this machine. */
export function statuspageKey(): string {
  const key = process.env.STATUSPAGE_API_KEY?.trim() ?? "";
  if (key === "" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new CommandError("usage", "--all needs an API key of Statuspage in STATUSPAGE_API_KEY.");
  return key;
}
