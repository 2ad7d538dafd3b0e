/** `API, Dashboard, Website and 2 more` */
export function nameList(named: readonly { name: string }[], maxNames = 3): string {
  const names = named.slice(0, maxNames).map(({ name }) => name);
  const more = named.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
