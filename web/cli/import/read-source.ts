import { MAX_NOTICES } from "../../../worker/public/v2/domain.ts";
import { isRecord } from "../../../worker/storage/domain.ts";
import { CommandError, exitCodes } from "../command-error.ts";
import { type Fields, toObjects } from "../fields.ts";
import { plain } from "../output.ts";
import { fetchObject, notAStatusPage } from "./fetch-source.ts";
import { readLambStatus } from "./read-lambstatus.ts";

/** Holds the answers of a page's public API as they came: no field is checked. */
export interface SourcePage {
  url: string;
  id: unknown;
  name: unknown;
  components: Fields[];
  incidents: Fields[];
  maintenances: Fields[];
  /** Older incidents or maintenances may exist, because a list of the source has no more. */
  isFull: { incidents: boolean; maintenances: boolean };
  /** Sentences on what this kind of page doesn't tell. */
  lost: string[];
  /** Only the API with a key has them. */
  lists?: SourceLists;
}

export interface SourceLists {
  templates: Fields[];
  metrics: Fields[];
  metricsProviders: unknown;
  /** All of them get email and have confirmed. */
  subscribers: Fields[];
  /** How many of each kind are in which state. */
  subscriberCounts: Fields;
}

/** @throws CommandError if the address is of no status page that can be imported */
export async function readSource(url: string): Promise<SourcePage> {
  try {
    return await readStatuspage(url);
  } catch (error) {
    const isOther = error instanceof CommandError && error.exitCode === exitCodes.refused;
    const page = isOther ? await readLambStatus(url) : undefined;
    if (page) return page;
    throw error;
  }
}

/** Reads the API v2 of Atlassian Statuspage, which Daymark has, too. @see https://support.atlassian.com/statuspage/docs/what-are-the-different-apis-under-statuspage/ */
async function readStatuspage(url: string): Promise<SourcePage> {
  const summary = await fetchObject(url, "/api/v2/summary.json");
  const page = summary.page;
  if (!isRecord(page)) throw notAStatusPage(url, "/api/v2/summary.json has no page");
  const components = await readList("components", "components");
  const incidents = await readList("incidents", "incidents");
  const maintenances = await readList("scheduled-maintenances", "scheduled_maintenances");
  return {
    url,
    id: page.id,
    name: page.name,
    components,
    // Open ones can be older than those of the lists.
    incidents: [...incidents, ...notListed(summary.incidents, incidents)],
    maintenances: [...maintenances, ...notListed(summary.scheduled_maintenances, maintenances)],
    isFull: {
      incidents: incidents.length >= MAX_NOTICES,
      maintenances: maintenances.length >= MAX_NOTICES,
    },
    lost: [],
  };

  async function readList(file: string, field: string): Promise<Fields[]> {
    const path = `/api/v2/${file}.json`;
    const list = (await fetchObject(url, path))[field];
    if (!Array.isArray(list)) throw notAStatusPage(url, `${path} has no ${plain(field)}`);
    return toObjects(list);
  }
}

/** The notices of `open` that the list lacks. Without an ID, nobody knows. */
export function notListed(open: unknown, listed: Fields[]): Fields[] {
  const ids = new Set(listed.map(({ id }) => id));
  return toObjects(open).filter(({ id }) => typeof id === "string" && !ids.has(id));
}
