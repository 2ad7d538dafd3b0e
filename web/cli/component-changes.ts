import type { ComponentStatus } from "../../worker/components/domain.ts";
import { runningStatuses } from "../../worker/maintenances/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { answered } from "./connection.ts";
import { incidentKind, listByStatus, maintenanceKind } from "./notice-kinds.ts";
import { sayChange } from "./output.ts";

type Notice = Schemas["Incident"] | Schemas["Maintenance"];

export interface ComponentChange {
  name: string;
  from: ComponentStatus;
  to: ComponentStatus;
  /** What else holds the component in the status that it has now. */
  because?: string;
}

/** The server decides what becomes of a notice's components, so the statuses before and after the change are compared. */
export async function withComponentChanges<T extends Notice>(
  client: DaymarkClient,
  change: () => Promise<T>,
) {
  const readComponents = () => answered(client.GET("/api/v0/components"));
  const before = await readComponents();
  const notice = await change();
  const after = await readComponents();
  const changes = after.flatMap(({ componentID, name, status: to }) => {
    const from = before.find((one) => one.componentID === componentID)?.status ?? to;
    return from !== to || says(notice, componentID) !== undefined ? [{ componentID, name, from, to }] : [];
  });
  return { notice, changes };
}

/** Names the open incident or the running maintenance that keeps a component from being operational. */
export async function withReasons(
  client: DaymarkClient,
  changes: (ComponentChange & { componentID: string })[],
): Promise<ComponentChange[]> {
  if (changes.every(({ to }) => to === "Operational")) return changes;
  const incidents = await listByStatus(incidentKind, client, incidentKind.openStatuses);
  const maintenances = await listByStatus(maintenanceKind, client, runningStatuses);
  return changes.map((change) => {
    const holds = (notice: Pick<Notice, "components">) => says(notice, change.componentID) === change.to;
    const incident = incidents.find(holds);
    const maintenance = maintenances.find(holds);
    if (change.to === "Operational") return change;
    if (incident) return { ...change, because: `the incident "${incident.name}" is open` };
    return maintenance ? { ...change, because: `the maintenance "${maintenance.name}" is running` } : change;
  });
}

function says({ components }: Pick<Notice, "components">, asked: string): ComponentStatus | undefined {
  return components.find(({ componentID }) => componentID === asked)?.status;
}

export function sayChanges(changes: ComponentChange[]): void {
  for (const { name, from, to, because } of changes) sayChange(name, from, to, because);
}
