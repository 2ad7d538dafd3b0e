import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { type Notice, runningStatuses } from "../../../worker/notices/domain.ts";
import type { DaymarkClient } from "../../client/client.ts";
import { readBody } from "../connection/connection.ts";
import { printChange } from "../output.ts";
import { incidentCalls, listByStatus, maintenanceCalls } from "./notice-calls.ts";

export interface ComponentChange {
  name: string;
  from: ComponentStatus;
  to: ComponentStatus;
  because?: string;
}

/** Only the server knows how a notice changes its components, so this compares their statuses before and after. */
export async function withComponentChanges<T extends Notice>(
  client: DaymarkClient,
  change: () => Promise<T>,
) {
  const readComponents = () => readBody(client.GET("/api/v0/components"));
  const before = await readComponents();
  const notice = await change();
  const after = await readComponents();
  const changes = after.flatMap(({ componentID, name, status: to }) => {
    const from = before.find((one) => one.componentID === componentID)?.status ?? to;
    return from !== to || statusIn(notice, componentID) !== undefined
      ? [{ componentID, name, from, to }]
      : [];
  });
  return { notice, changes };
}

/** Adds the open incident or running maintenance that still affects a component. */
export async function withReasons(
  client: DaymarkClient,
  changes: (ComponentChange & { componentID: string })[],
): Promise<ComponentChange[]> {
  if (changes.every(({ to }) => to === "Operational")) return changes;
  const incidents = await listByStatus(incidentCalls, client);
  const maintenances = await listByStatus(maintenanceCalls, client, runningStatuses);
  return changes.map((change) => {
    const holds = (notice: Pick<Notice, "components">) => statusIn(notice, change.componentID) === change.to;
    const incident = incidents.find(holds);
    const maintenance = maintenances.find(holds);
    if (change.to === "Operational") return change;
    if (incident) return { ...change, because: `the incident "${incident.name}" is open` };
    return maintenance ? { ...change, because: `the maintenance "${maintenance.name}" is running` } : change;
  });
}

function statusIn({ components }: Pick<Notice, "components">, id: string): ComponentStatus | undefined {
  return components.find(({ componentID }) => componentID === id)?.status;
}

export function printChanges(changes: ComponentChange[]): void {
  for (const { name, from, to, because } of changes) printChange(name, from, to, because);
}
