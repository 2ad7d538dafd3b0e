import { type ComponentStatus, componentStatuses } from "../../worker/components/domain.ts";
import { foldCase } from "../../worker/notices/templates/domain.ts";
import type { Schemas } from "../client/client.ts";
import {
  ambiguousName,
  matchNames,
  matchStatuses,
  statusProblem,
  unknownName,
} from "../shared/match-names.ts";
import { CommandError } from "./command-error.ts";
import { plain } from "./output.ts";

const MAX_LISTED = 20;

export function statusOf<const T extends string>(label: string, statuses: readonly T[], written: string): T {
  const matches = matchStatuses(statuses, written);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  throw new CommandError("usage", statusProblem(label, { statuses, matches, written: plain(written) }));
}

interface Named {
  id: string;
  name: string;
}

export function findByName<T extends Named>(kind: string, all: T[], written: string): T {
  const nameOrID = written.trim();
  const matches = matchNames(all, nameOrID);
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (only)
    throw new CommandError(
      "usage",
      ambiguousName(kind, plain(nameOrID), { count: matches.length, items: listNames(matches) }),
    );
  throw new CommandError("usage", `${unknownName(kind, plain(nameOrID))} ${candidates(kind, all, nameOrID)}`);
}

function candidates(kind: string, all: Named[], wanted: string): string {
  if (all.length === 0) return `There are no ${kind}s yet.`;
  const similar = all.filter(({ name }) => foldCase(name).includes(foldCase(wanted)));
  if (similar.length > 0) return `Did you mean ${listNames(similar)}?`;
  return `There are: ${listNames(all)}.`;
}

function listNames(all: Named[]): string {
  const items = all.slice(0, MAX_LISTED).map(({ id, name }) => `${plain(name)} (${id})`);
  return [...items, ...(all.length > MAX_LISTED ? [`and ${all.length - MAX_LISTED} more`] : [])].join(", ");
}

export function findComponent(components: Schemas["Component"][], written: string): Schemas["Component"] {
  return findByName("component", withIDs(components), written);
}

function withIDs(components: Schemas["Component"][]) {
  return components.map((component) => ({ ...component, id: component.componentID }));
}

/**
 * Reads `NAME=STATUS`, where the name may contain a =.
 * @param defaultStatus the status of a name or ID that stands alone; without it, a status is required
 */
export function parseComponentStatus(
  components: Schemas["Component"][],
  written: string,
  defaultStatus?: ComponentStatus,
) {
  const equals = written.lastIndexOf("=");
  if (defaultStatus !== undefined && (equals < 1 || matchNames(withIDs(components), written).length > 0))
    return { component: findComponent(components, written), status: defaultStatus };
  if (equals < 1) {
    throw new CommandError(
      "usage",
      `"${plain(written)}" needs a component and its status, like "API=Major Outage".`,
    );
  }
  const status = componentStatus(written.slice(equals + 1));
  return { component: findComponent(components, written.slice(0, equals)), status };
}

export function componentStatus(written: string): ComponentStatus {
  return statusOf("component status", componentStatuses, written);
}
