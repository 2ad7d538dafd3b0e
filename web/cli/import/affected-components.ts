import { type ComponentStatus, worstStatus } from "../../../worker/components/domain.ts";
import { isOpen, isRunning, type NoticeKind, type NoticeStatus } from "../../../worker/notices/domain.ts";
import { type Fields, toObjects } from "../fields.ts";
import type { Update } from "./convert-updates.ts";
import { groupBy } from "./group-by.ts";
import type { ImportContext } from "./notice-context.ts";

export interface Affected {
  componentID: string;
  name: string;
  status: ComponentStatus;
  isDeleted: boolean;
}

interface NoticeState {
  kind: NoticeKind;
  status: NoticeStatus;
}

/** Tells what the notice says about each component that it names. */
export function affectedComponents(
  source: Fields,
  notice: NoticeState & { updates: Update[] },
  { components, notes }: ImportContext,
): Affected[] {
  const { updates, status } = notice;
  const existing = new Set([...components.bySourceID.values()].map(({ componentID }) => componentID));
  const changes = updates
    .filter((update) => update.status !== "Scheduled")
    .flatMap((update) => update.changes);
  const all = updates.flatMap((update) => update.changes);
  const named = toObjects(source.components).flatMap(({ id }) => components.bySourceID.get(id) ?? []);
  if (named.length > 0 && all.length === 0 && status !== "Scheduled") notes.add("noComponentStatus");
  const names = new Map([...named, ...all].map(({ componentID, name }) => [componentID, name]));
  const changesByID = groupBy(changes, ({ componentID }) => componentID);
  const currentStatuses = new Map(named.map((component) => [component.componentID, component.status]));
  return [...names].map(([componentID, name]) => {
    const statuses = (changesByID.get(componentID) ?? []).map((change) => change.newStatus);
    const current = currentStatuses.get(componentID);
    return {
      componentID,
      name,
      status: affectedStatus(notice, statuses, current),
      isDeleted: !existing.has(componentID),
    };
  });
}

function affectedStatus(
  { kind, status }: NoticeState,
  statuses: ComponentStatus[],
  current: ComponentStatus | undefined,
): ComponentStatus {
  if (kind === "incident")
    return statuses.at(-1) ?? (isOpen({ status }) ? current : undefined) ?? "Operational";
  // The page tells what a maintenance was about, also when it is over.
  const worst = worstStatus(statuses);
  if (worst !== "Operational") return worst;
  return isRunning(status) && current ? current : "Under Maintenance";
}
