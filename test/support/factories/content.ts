import { answer, type Daymark } from "../starters/daymark.ts";

/** Lists and deletes the components, incidents and maintenances of the Daymark that `daymark` returns. */
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
    async deleteAll() {
      const { administrator } = daymark();
      for (const { incidentID } of await incidents())
        await administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
      for (const { maintenanceID } of await maintenances())
        await administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
      for (const { componentID } of await components())
        await administrator.components[":componentID"].$delete({ param: { componentID } });
    },
  };
}
