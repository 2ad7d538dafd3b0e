export function omitUndefined<T extends object>(
  change: T,
): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Field in keyof T]?: Exclude<T[Field], undefined> }; // just filtered
}
