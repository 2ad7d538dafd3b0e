import { answer, type Daymark } from "../starters/daymark.ts";

/** Lists the components, incidents and maintenances of the Daymark that `daymark` returns. */
export function contentOf(daymark: () => Daymark) {
  const fresh = { query: { fresh: "1" } } as object;
  const incidents = () => answer(daymark().administrator.incidents.$get(fresh));
  const maintenances = () => answer(daymark().administrator.maintenances.$get(fresh));
  const components = () => answer(daymark().administrator.components.$get(fresh));
  return {
    incidents,
    maintenances,
    components,
    statusByName: async () =>
      Object.fromEntries((await components()).map(({ name, status }) => [name, status])),
  };
}
