import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { MaintenanceChange } from "../../../worker/notices/maintenance/schema.ts";
import { answer, type Daymark } from "../starters/daymark.ts";

let days = 0;
/** Gives each test a day of its own, so that its cron runs don't start another test's maintenances. */
export const useNewDay = () => {
  days += 1;
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 3, 0, days)).toISOString().slice(0, 10);
  return (time: string) => `${day}T${time}:00.000Z`;
};

/** Reads and changes maintenances and their components. */
export function schedule(daymark: () => Daymark) {
  return {
    read: (maintenanceID: string) =>
      answer(daymark().visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } })),
    change: (maintenanceID: string, json: MaintenanceChange) =>
      answer(
        daymark().administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
      ),
    setStatus: (componentID: string, status: ComponentStatus) =>
      answer(
        daymark().administrator.components[":componentID"].$patch({
          param: { componentID },
          json: { status },
        }),
      ),
    statusOf: async (componentID: string) => {
      const components = await answer(daymark().visitor.components.$get());
      return components.find((component) => component.componentID === componentID)?.status;
    },
  };
}
