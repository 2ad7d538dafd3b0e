import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { MaintenanceChange } from "../../worker/maintenances/schema.ts";
import { answer, type Daymark } from "./daymark.ts";

// Each test has a day of its own, so that one's ticks move nobody else's maintenances.
let days = 0;
export const someDay = () => {
  days += 1;
  const day = new Date(Date.UTC(2040, 0, days)).toISOString().slice(0, 10);
  return (time: string) => `${day}T${time}:00.000Z`;
};

/** Maintenances and their components, as a test of the schedule speaks of them. */
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
