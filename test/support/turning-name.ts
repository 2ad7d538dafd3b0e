/** A name that ends an isolate that it has not begun, and turns the direction of what follows. */
export const turningName = "\u2069Pay\u202egnp";

/** The texts of a page, a feed, a mail and so on in which that name could turn what stands beside it. */
export function turned(body: string): string[] {
  return textsOf(body).filter(
    (text) => text.includes("\u202e") && text !== turningName && !eachIsApart.test(text),
  );
}

/** What is shown by itself: what stands between tags, quotation marks or the ends of lines, and a quoted paragraph. */
function textsOf(body: string): string[] {
  return body
    .replace(/\r\n[ \t]/g, "") // the folded lines of a calendar
    .split(/["<>\r\n]|\\n|\\"|&#x3C;|&#x3E;|&lt;|&gt;|&quot;/)
    .map((text) => text.replace(/^([A-Z-]+:|> )/, "").trim());
}

/** Wherever it stands among other words, it is in isolates of its own (Unicode Standard Annex 9). */
const eachIsApart = /^([^\u2069\u202e]*\u2068\u2068\u2069Pay\u202egnp\u2069\u2069)+[^\u2069\u202e]*$/;
