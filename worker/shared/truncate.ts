/** Some languages have no spaces, so the search for one is limited. */
const MAX_WORD_CHARACTERS = 40;

export const MAX_ERROR_CHARACTERS = 1000;

export function truncate(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const part = text
    .slice(0, maxCharacters - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
  const space = Math.max(part.lastIndexOf(" "), part.lastIndexOf("\n"));
  return `${(space > part.length - MAX_WORD_CHARACTERS ? part.slice(0, space) : part).trimEnd()}…`;
}
