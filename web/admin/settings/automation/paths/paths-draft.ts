import {
  MAX_PATH_CHARACTERS,
  MAX_PATH_LEVELS,
  MAX_RESOLVED_CHARACTERS,
  MAX_RESOLVED_VALUES,
  pathPattern,
} from "../../../../../worker/settings/alert-paths/domain.ts";
import type { AlertPaths } from "../../../../../worker/settings/alert-paths/schema.ts";

/** What a value of the body can be chosen for. */
export const pathFields = ["key", "title", "state", "link"] as const;
export type PathField = (typeof pathFields)[number];

export const pathLabels: Record<PathField, string> = {
  key: "Key",
  title: "Title",
  state: "State",
  link: "Link (optional)",
};

/** `resolved` has commas between its values. */
export type PathsDraft = Record<PathField | "resolved", string>;

export function toDraft(paths: AlertPaths | null): PathsDraft {
  const { key = "", title = "", state = "", link = "", resolved = ["resolved", "ok"] } = paths ?? {};
  return { key, title, state, link, resolved: resolved.join(", ") };
}

export function toPaths({ link, resolved, ...paths }: PathsDraft): AlertPaths {
  return { ...paths, ...(link !== "" && { link }), resolved: splitValues(resolved) };
}

function splitValues(text: string): string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** The field that is still empty after this one, so that one click follows the other. */
export function nextField(draft: PathsDraft, field: PathField): PathField {
  const later = pathFields.slice(pathFields.indexOf(field) + 1);
  return [...later, ...pathFields].find((each) => each !== field && draft[each] === "") ?? field;
}

export function pathProblem(path: string): string | undefined {
  if (path === "" || (path.length <= MAX_PATH_CHARACTERS && pathPattern.test(path))) return undefined;
  return `A path is one to ${MAX_PATH_LEVELS} names, each after a slash, such as /incident/id.`;
}

export function resolvedProblem(text: string): string | undefined {
  const values = splitValues(text);
  if (values.length === 0) return "Enter at least one value.";
  if (values.length > MAX_RESOLVED_VALUES) return `There can be ${MAX_RESOLVED_VALUES} values at most.`;
  return values.some(({ length }) => length > MAX_RESOLVED_CHARACTERS)
    ? `A value can be ${MAX_RESOLVED_CHARACTERS} characters at most.`
    : undefined;
}
