import { type ComponentStatus, worstStatus } from "../../worker/components/statuses.ts";
import { isRunning } from "../../worker/maintenances/statuses.ts";
import type { Schemas } from "../client/client.ts";

type Incident = Schemas["Incident"];

export interface Restored {
  component: Schemas["Component"];
  status: ComponentStatus;
  /** Why it does not go back to Operational. */
  because?: string;
}

/**
 * What becomes of the components of an incident that is over: each goes back to Operational, or to the worst that
 * another open incident says of it. Left alone is what somebody changed meanwhile, and what a maintenance has.
 */
export function restored(
  incident: Incident,
  now: { components: Schemas["Component"][]; incidents: Incident[]; maintenances: Schemas["Maintenance"][] },
): Restored[] {
  const running = now.maintenances.filter(({ status }) => isRunning(status));
  const others = now.incidents.filter(({ incidentID }) => incidentID !== incident.incidentID);
  return now.components.flatMap((component): Restored[] => {
    const { componentID, status } = component;
    const [said] = saidOf(incident, componentID);
    if (said === undefined || status === "Operational") return [];
    if (status !== said) return [{ component, status, because: "it was changed meanwhile" }];
    const maintenance = running.find((one) => touches(one, componentID));
    if (maintenance) return [{ component, status, because: `the maintenance "${maintenance.name}" has it` }];
    const holding = others.filter((one) => touches(one, componentID));
    const worst = worstStatus(holding.flatMap((one) => saidOf(one, componentID)));
    const [first] = holding;
    if (worst === "Operational" || !first) return [{ component, status: "Operational" }];
    return [{ component, status: worst, because: `the incident "${first.name}" is open` }];
  });
}

function touches(notice: Pick<Incident, "components">, componentID: string): boolean {
  return saidOf(notice, componentID).some((status) => status !== "Operational");
}

function saidOf({ components }: Pick<Incident, "components">, asked: string): ComponentStatus[] {
  return components.filter(({ componentID }) => componentID === asked).map(({ status }) => status);
}
