/** How far back from its end a text is searched for a space to cut it at; some languages have none. */
const LONGEST_WORD = 40;

/** A text of at most so many UTF-16 units, cut at a word where it is longer. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  const space = Math.max(part.lastIndexOf(" "), part.lastIndexOf("\n"));
  return `${(space > part.length - LONGEST_WORD ? part.slice(0, space) : part).trimEnd()}…`;
}
