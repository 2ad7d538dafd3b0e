import { type ComponentStatus, componentStatuses } from "../../worker/components/domain.ts";
import type { Schemas } from "../client/client.ts";
import { CommandError } from "./command-error.ts";
import { plain } from "./output.ts";

const MAX_LISTED = 20;

/** Finds a status in any case, by the start of one of its words: `major`, `degr`, `maintenance`. */
export function statusOf<const T extends string>(label: string, statuses: readonly T[], written: string): T {
  const letters = lettersOf(written);
  const exact = statuses.find((status) => lettersOf(status) === letters);
  if (exact !== undefined) return exact;
  const begins = statuses.filter((status) =>
    [status, ...status.split(" ")].some((words) => letters !== "" && lettersOf(words).startsWith(letters)),
  );
  const [only] = begins;
  if (only !== undefined && begins.length === 1) return only;
  const problem =
    begins.length > 1
      ? `The ${label} "${plain(written)}" could be ${begins.join(" or ")}.`
      : `There is no ${label} "${plain(written)}". Use one of: ${statuses.join(", ")}.`;
  throw new CommandError("usage", problem);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

interface Named {
  id: string;
  name: string;
}

/** Finds by ID, or by name in any case. */
export function findByName<T extends Named>(kind: string, all: T[], written: string): T {
  const wanted = written.trim();
  const byID = all.find(({ id }) => id === wanted);
  if (byID) return byID;
  const exact = all.filter(({ name }) => name === wanted);
  const named = exact.length > 0 ? exact : all.filter(({ name }) => foldCase(name) === foldCase(wanted));
  const [only] = named;
  if (only && named.length === 1) return only;
  if (only)
    throw new CommandError(
      "usage",
      `${named.length} ${kind}s are named "${plain(wanted)}". Give an ID: ${listNames(named)}.`,
    );
  throw new CommandError("usage", `There is no ${kind} "${plain(wanted)}". ${candidates(kind, all, wanted)}`);
}

function candidates(kind: string, all: Named[], wanted: string): string {
  if (all.length === 0) return `There are no ${kind}s yet.`;
  const similar = all.filter(({ name }) => foldCase(name).includes(foldCase(wanted)));
  if (similar.length > 0) return `Did you mean ${listNames(similar)}?`;
  return `There are: ${listNames(all)}.`;
}

function listNames(all: Named[]): string {
  const shown = all.slice(0, MAX_LISTED).map(({ id, name }) => `${plain(name)} (${id})`);
  return [...shown, ...(all.length > MAX_LISTED ? [`and ${all.length - MAX_LISTED} more`] : [])].join(", ");
}

function foldCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export function findComponent(components: Schemas["Component"][], written: string): Schemas["Component"] {
  return findByName(
    "component",
    components.map((component) => ({ ...component, id: component.componentID })),
    written,
  );
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
  if (defaultStatus !== undefined && (equals < 1 || isNamed(components, written)))
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

function isNamed(components: Schemas["Component"][], written: string): boolean {
  const wanted = written.trim();
  return components.some(
    ({ componentID, name }) => componentID === wanted || foldCase(name) === foldCase(wanted),
  );
}

export function componentStatus(written: string): ComponentStatus {
  return statusOf("component status", componentStatuses, written);
}
