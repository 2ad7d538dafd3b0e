const MAX_CHARACTERS_BETWEEN_STRINGS = 1000;

/**
 * Tells whether the JSON can be an object of few strings, like a notification. Parsing 256 KiB of nested arrays takes ten times
 * as long.
 */
export function isFlat(text: string): boolean {
  let charactersBetween = 0;
  for (let at = 0; at < text.length; ) {
    const openingQuote = text.indexOf('"', at);
    charactersBetween += (openingQuote === -1 ? text.length : openingQuote) - at;
    if (charactersBetween > MAX_CHARACTERS_BETWEEN_STRINGS) return false;
    if (openingQuote === -1) return true;
    at = endOfString(text, openingQuote);
    charactersBetween += 1;
  }
  return true;
}

function endOfString(text: string, openingQuote: number): number {
  let closingQuote = openingQuote;
  do {
    closingQuote = text.indexOf('"', closingQuote + 1);
    if (closingQuote === -1) return text.length;
  } while (isEscaped(text, closingQuote));
  return closingQuote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let firstBackslash = at;
  while (text[firstBackslash - 1] === "\\") firstBackslash -= 1;
  return (at - firstBackslash) % 2 === 1;
}
