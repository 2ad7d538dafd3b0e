import type { Fields } from "../fields.ts";
import { notListed, type SourcePage } from "./read-source.ts";
import { ROWS_PER_PAGE, type StatuspageAPI } from "./statuspage-api.ts";

/**
 * Adds all older incidents and maintenances, which only the API with a key has. It lists both together, newest first.
 * @see https://developer.statuspage.io/#operation/getPagesPageIdIncidents
 */
export async function addHistory(source: SourcePage, api: StatuspageAPI): Promise<SourcePage> {
  const all = await api.list({
    names: ["incident or maintenance", "incidents and maintenances"],
    toPath: (page) => `incidents?limit=${ROWS_PER_PAGE}&page=${page + 1}`,
    maxPages: 200,
  });
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
