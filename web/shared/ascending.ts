/** Compares by code units, as D1 does. `localeCompare` would sort some ids differently, and load a locale's data. */
export function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
