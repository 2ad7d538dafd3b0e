/** Classes for the tens and units of a strip's column place a text, because the page's policy forbids style attributes. */
export function positionClasses(column: number): [tens: string, units: string] {
  return [`t${Math.floor(column / 10)}`, `u${column % 10}`];
}
