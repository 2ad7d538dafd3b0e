export const MAX_PATH_CHARACTERS = 500;
export const MAX_PATH_LEVELS = 8;
export const MAX_RESOLVED_VALUES = 20;
export const MAX_RESOLVED_CHARACTERS = 100;

/** A JSON Pointer: one or more names, each after a slash, in which `~1` is a slash and `~0` a tilde (RFC 6901). */
export const pathPattern = new RegExp(`^(?:/(?:[^~/]|~[01])*){1,${MAX_PATH_LEVELS}}$`);

/** What was stored is checked without the schema: whatever reads settings would load its library. */
export function isAlertPaths(value: unknown): boolean {
  const { key, title, state, link, resolved } = Object(value) as Record<string, unknown>; // each field is checked
  const areTexts = (values: unknown[]) => values.every((each) => typeof each === "string");
  return areTexts([key, title, state, link ?? ""]) && Array.isArray(resolved) && areTexts(resolved);
}
