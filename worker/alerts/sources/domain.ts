/** Where an alert is in a body whose format is the sender's own. */
export interface AlertPaths {
  key: string;
  title: string;
  state: string;
  link?: string | undefined;
  /** The texts at `state` with which an alert is over. With every other, it fires. */
  resolved: readonly string[];
}

/** @param path a JSON Pointer, in which `~1` is a slash and `~0` a tilde (RFC 6901) */
export function pathNames(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** @returns undefined if the body has no alert there */
export function readByPaths(body: object, { key, title, state, link, resolved }: AlertPaths) {
  const keyText = textAt(body, key);
  const stateText = textAt(body, state);
  if (keyText === undefined || stateText === undefined) return undefined;
  const isResolved = resolved.some((each) => each.trim().toLowerCase() === stateText.toLowerCase());
  return {
    key: keyText,
    title: textAt(body, title) ?? keyText,
    state: isResolved ? ("resolved" as const) : ("firing" as const),
    labels: Object.fromEntries(Object.entries(body).filter(([, value]) => isScalar(value))),
    link: (link !== undefined && textAt(body, link)) || "",
    at: null,
  };
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Only what was sent counts: neither `length` of a list nor `constructor` of an object. */
function textAt(body: object, path: string): string | undefined {
  let value: unknown = body;
  for (const name of pathNames(path)) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return (isScalar(value) && String(value).trim()) || undefined;
}
