/** What a list shows of an item, and about how many bytes of markup that takes. */
interface Forms<Item, View> {
  full: (item: Item) => View;
  brief: (item: Item) => View;
  bytesOf: (view: View) => number;
}

/** How many bytes of markup a list may have, of items in full and of items in brief. */
interface Budget {
  fullBytes: number;
  briefBytes: number;
}

/**
 * Decides how much a list shows, from its data alone and before anything is rendered: the first items in full as long as they
 * fit, the next ones in brief. The list ends where not even the brief form fits.
 */
export function chooseDetail<Item, View>(
  items: Item[],
  { full, brief, bytesOf }: Forms<Item, View>,
  { fullBytes, briefBytes }: Budget,
): View[] {
  const views: View[] = [];
  for (const item of items) {
    if (fullBytes > 0) {
      const view = full(item);
      fullBytes -= bytesOf(view);
      if (fullBytes >= 0) {
        views.push(view);
        continue;
      }
    }
    const view = brief(item);
    briefBytes -= bytesOf(view);
    if (briefBytes < 0) break;
    views.push(view);
  }
  return views;
}

/** The bytes of a text in UTF-8, or more: no UTF-16 unit has more than three. */
export function bytesIn(text: string): number {
  return beyondASCII.test(text) ? text.length + 2 * text.replace(ascii, "").length : text.length;
}
const beyondASCII = /[^\0-\x7f]/;
const ascii = /[\0-\x7f]+/g;

/** The bytes of a text once its special characters are written as entities, of at most six bytes each. */
export function escapedBytes(text: string): number {
  return special.test(text) ? bytesIn(text) + 5 * text.replace(plain, "").length : bytesIn(text);
}
const special = /[&<>"']/;
const plain = /[^&<>"']+/g;
