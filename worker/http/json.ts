import { HttpError } from "./errors.ts";

/** The largest submission has 3,000 points of 3,000 metrics, which are 12,000 values. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 32;

/**
 * @returns undefined if the text isn't JSON
 * @throws HttpError 400 for more values or levels than any call needs, which would take a schema too long to check
 */
export function parseJSON(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  requireMaxSize(value);
  return value;
}

export function trimStrings(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(trimStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, trimStrings(field)]));
}

function requireMaxSize(root: unknown): void {
  let level: unknown[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      // A schema would silently drop this field.
      if (Object.hasOwn(value, "__proto__"))
        throw new HttpError(400, "No field can have the name __proto__.");
      const children = Array.isArray(value) ? value : Object.values(value);
      count += children.length;
      if (count > MAX_VALUES) throw new HttpError(400, "The body can have at most 50,000 values.");
      for (const child of children) next.push(child);
    }
    if (depth > MAX_DEPTH) throw new HttpError(400, "The body can be nested at most 32 levels deep.");
    level = next;
  }
}
