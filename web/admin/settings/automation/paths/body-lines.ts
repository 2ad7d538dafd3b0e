import { isScalar } from "../../../../../worker/alerts/sources/domain.ts";
import { MAX_PATH_CHARACTERS } from "../../../../../worker/settings/alert-paths/domain.ts";

export interface BodyLine {
  path: string;
  /** The names on the way to the value. */
  names: readonly string[];
  text: string;
}

/** What stands for a secret, and for the rest of a body that is too long to be shown. */
const CUT = "…";

/** @returns each value of the body that can be chosen, in the order of the body */
export function bodyLines(value: unknown, names: readonly string[] = []): BodyLine[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, each]) => bodyLines(each, [...names, name]));
  const path = toPath(names);
  if (!isScalar(value) || value === CUT || path.length > MAX_PATH_CHARACTERS) return [];
  return [{ path, names, text: String(value) }];
}

/** @returns an empty object for a body that was damaged */
export function parseBody(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @returns a JSON Pointer (RFC 6901) */
function toPath(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
