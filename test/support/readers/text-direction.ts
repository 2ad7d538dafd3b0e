/** A name that closes an isolate which it did not open, and reverses the direction of the text that follows. */
export const directionChangingName = "\u2069Pay\u202egnp";

/** Finds texts of a page, feed or email in which that name can reverse the text beside it. */
export function findUnisolatedTexts(body: string): string[] {
  return textsOf(body).filter(
    (text) => text.includes("\u202e") && text !== directionChangingName && !allIsolated.test(text),
  );
}

/** Splits a body into texts that are displayed separately: between tags, quotation marks and line ends. */
function textsOf(body: string): string[] {
  return body
    .replace(/\r\n[ \t]/g, "") // Calendars fold long lines.
    .split(/["<>\r\n]|\\n|\\"|&#x3C;|&#x3E;|&lt;|&gt;|&quot;/)
    .map((text) => text.replace(/^([A-Z-]+:|> )/, "").trim());
}

/** Matches if each occurrence of the name is inside its own isolates (Unicode Standard Annex 9). */
const allIsolated = /^([^\u2069\u202e]*\u2068\u2068\u2069Pay\u202egnp\u2069\u2069)+[^\u2069\u202e]*$/;
