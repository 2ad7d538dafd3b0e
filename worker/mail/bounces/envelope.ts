/** What stands between the strings of a notification: 12 fields, and room for more. */
const MAX_CHARACTERS_BETWEEN_STRINGS = 1000;

/**
 * Whether a text can be a notification, an object of few fields, all of them strings. Parsing 256 KiB of arrays within
 * arrays, or of a hundred thousand fields, costs 10 times as much as parsing a real one.
 */
export function isFlat(text: string): boolean {
  let between = 0;
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf('"', at);
    between += (opening === -1 ? text.length : opening) - at;
    if (between > MAX_CHARACTERS_BETWEEN_STRINGS) return false;
    if (opening === -1) return true;
    at = endOfString(text, opening);
    between += 1;
  }
  return true;
}

/** The index after its closing quotation mark. */
function endOfString(text: string, opening: number): number {
  let closing = opening;
  do {
    closing = text.indexOf('"', closing + 1);
    if (closing === -1) return text.length;
  } while (isEscaped(text, closing));
  return closing + 1;
}

/** After an odd number of backslashes; looks at each only once, since they end at the quotation mark before. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}
