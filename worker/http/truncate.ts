/** How far back from its end a text is searched for a space to cut it at; some languages have none. */
const LONGEST_WORD_CHARACTERS = 40;

/** How much of another service's error message is stored and shown. */
export const MAX_ERROR_CHARACTERS = 1000;

/** @returns at most `maxCharacters` UTF-16 units, cut at a word with `…` where the text is longer */
export function truncate(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const part = text
    .slice(0, maxCharacters - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
  const space = Math.max(part.lastIndexOf(" "), part.lastIndexOf("\n"));
  return `${(space > part.length - LONGEST_WORD_CHARACTERS ? part.slice(0, space) : part).trimEnd()}…`;
}
