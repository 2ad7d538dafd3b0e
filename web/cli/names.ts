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

export function parseStatus<const T extends string>(label: string, statuses: readonly T[], input: string): T {
  const matches = matchStatuses(statuses, input);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  throw new CommandError("usage", statusProblem(label, { statuses, matches, input: plain(input) }));
}

interface Named {
  id: string;
  name: string;
}

export function findByName<T extends Named>(kind: string, all: T[], input: string): T {
  const nameOrID = input.trim();
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

export function findComponent(components: Schemas["Component"][], input: string): Schemas["Component"] {
  return findByName("component", withIDs(components), input);
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
  input: string,
  defaultStatus?: ComponentStatus,
) {
  const equals = input.lastIndexOf("=");
  if (defaultStatus !== undefined && (equals < 1 || matchNames(withIDs(components), input).length > 0))
    return { component: findComponent(components, input), status: defaultStatus };
  if (equals < 1) {
    throw new CommandError(
      "usage",
      `"${plain(input)}" needs a component and its status, like "API=Major Outage".`,
    );
  }
  const status = componentStatus(input.slice(equals + 1));
  return { component: findComponent(components, input.slice(0, equals)), status };
}

export function componentStatus(input: string): ComponentStatus {
  return parseStatus("component status", componentStatuses, input);
}
