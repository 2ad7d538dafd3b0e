/** Returns whether a path such as `components.0.status` exists in the value. Its last step can be missing. */
export function pathExists(value: unknown, path: string): boolean {
  if (path === "") return true;
  if (typeof value !== "object" || value === null) return false;
  return (
    !path.includes(".") ||
    Object.entries(value).some(
      ([name, field]) =>
        path === name || (path.startsWith(`${name}.`) && pathExists(field, path.slice(name.length + 1))),
    )
  );
}
