import { type ComponentStatus, componentStatuses } from "../../worker/components/domain.ts";
import type { Schemas } from "../client/client.ts";
import { Failure } from "./failure.ts";
import { plain } from "./output.ts";

const SHOWN = 20;

/**
 * One of the statuses, in any case, also by the beginning of one of its words: `major`, `degr`, `maintenance`.
 * @param label as in "component status"
 */
export function statusOf<const T extends string>(label: string, statuses: readonly T[], written: string): T {
  const asked = lettersOf(written);
  const exact = statuses.find((status) => lettersOf(status) === asked);
  if (exact !== undefined) return exact;
  const begins = statuses.filter((status) =>
    [status, ...status.split(" ")].some((words) => asked !== "" && lettersOf(words).startsWith(asked)),
  );
  const [only] = begins;
  if (only !== undefined && begins.length === 1) return only;
  const problem = begins.length > 1 ? `could be ${begins.join(" or ")}` : "is none";
  throw new Failure(
    "usage",
    `The ${label} "${plain(written)}" ${problem}. There are: ${statuses.join(", ")}.`,
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

interface Named {
  id: string;
  name: string;
}

/** The one that has this id or name, in any case. @param kind as in "component" */
export function oneNamed<T extends Named>(kind: string, all: T[], written: string): T {
  const asked = written.trim();
  const byID = all.find(({ id }) => id === asked);
  if (byID) return byID;
  const exact = all.filter(({ name }) => name === asked);
  const named = exact.length > 0 ? exact : all.filter(({ name }) => folded(name) === folded(asked));
  const [only] = named;
  if (only && named.length === 1) return only;
  if (only)
    throw new Failure(
      "usage",
      `${named.length} ${kind}s are named "${plain(asked)}". Give an ID: ${listed(named)}.`,
    );
  throw new Failure("usage", `There is no ${kind} "${plain(asked)}". ${candidates(kind, all, asked)}`);
}

function candidates(kind: string, all: Named[], asked: string): string {
  if (all.length === 0) return `There is no ${kind} at all.`;
  const similar = all.filter(({ name }) => folded(name).includes(folded(asked)));
  if (similar.length > 0) return `Did you mean ${listed(similar)}?`;
  return `There are: ${listed(all)}.`;
}

function listed(all: Named[]): string {
  const shown = all.slice(0, SHOWN).map(({ id, name }) => `${plain(name)} (${id})`);
  return [...shown, ...(all.length > SHOWN ? [`and ${all.length - SHOWN} more`] : [])].join(", ");
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export function componentNamed(components: Schemas["Component"][], written: string): Schemas["Component"] {
  return oneNamed(
    "component",
    components.map((component) => ({ ...component, id: component.componentID })),
    written,
  );
}

/**
 * Reads `NAME=STATUS`, where a name can have a = as well.
 * @param otherwise the status of a component whose name or ID stands alone; without it, a status is required
 */
export function componentStatusOf(
  components: Schemas["Component"][],
  written: string,
  otherwise?: ComponentStatus,
) {
  const equals = written.lastIndexOf("=");
  if (otherwise !== undefined && (equals < 1 || isNamed(components, written)))
    return { component: componentNamed(components, written), status: otherwise };
  if (equals < 1) {
    throw new Failure(
      "usage",
      `"${plain(written)}" has to name a component and its status: "API=Major Outage".`,
    );
  }
  const status = componentStatus(written.slice(equals + 1));
  return { component: componentNamed(components, written.slice(0, equals)), status };
}

function isNamed(components: Schemas["Component"][], written: string): boolean {
  const asked = written.trim();
  return components.some(({ componentID, name }) => componentID === asked || folded(name) === folded(asked));
}

export function componentStatus(written: string): ComponentStatus {
  return statusOf("component status", componentStatuses, written);
}
