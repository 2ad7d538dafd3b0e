interface Forms<Item, View> {
  full: (item: Item) => View;
  brief: (item: Item) => View;
  byteLength: (view: View) => number;
}

interface Budget {
  fullBytes: number;
  briefBytes: number;
}

/**
 * Decides before rendering how much a list shows: the first items in full while they fit, the next ones in brief. The list
 * ends where not even the brief form fits.
 */
export function chooseDetail<Item, View>(
  items: Item[],
  { full, brief, byteLength }: Forms<Item, View>,
  { fullBytes, briefBytes }: Budget,
): View[] {
  const views: View[] = [];
  for (const item of items) {
    if (fullBytes > 0) {
      const view = full(item);
      fullBytes -= byteLength(view);
      if (fullBytes >= 0) {
        views.push(view);
        continue;
      }
    }
    const view = brief(item);
    briefBytes -= byteLength(view);
    if (briefBytes < 0) break;
    views.push(view);
  }
  return views;
}

/** An upper bound of the UTF-8 bytes: no UTF-16 unit takes more than three. */
export function bytesIn(text: string): number {
  return beyondASCII.test(text) ? text.length + 2 * text.replace(ascii, "").length : text.length;
}
const beyondASCII = /[^\0-\x7f]/;
const ascii = /[\0-\x7f]+/g;

/** An upper bound after HTML escaping: entities take at most six bytes. */
export function escapedBytes(text: string): number {
  return special.test(text) ? bytesIn(text) + 5 * text.replace(plain, "").length : bytesIn(text);
}
const special = /[&<>"']/;
const plain = /[^&<>"']+/g;
