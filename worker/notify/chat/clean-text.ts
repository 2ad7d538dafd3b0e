/**
 * Characters that are invisible and change what others mean: they reorder text, hide parts of it or split words. Joiners
 * stay, because emoji and some scripts need them.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .toWellFormed()
    .replace(invisible, "")
    .trim();
}

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}
