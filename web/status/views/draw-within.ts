/** Of one item, in two lengths. */
interface Forms<Item> {
  full: (item: Item) => string;
  short: (item: Item) => string;
  /** Of a part, where it is written in another way than as UTF-8 alone. */
  bytes?: (part: string) => number;
}

/**
 * Draws items within so many bytes: the first of them in full and the others in short, as many as fit at all.
 * @returns the parts and how many items have none
 */
export function drawWithin<Item>(most: number, items: Item[], { full, short, bytes = bytesOf }: Forms<Item>) {
  const whole = fitting(full);
  if (whole.left === 0) return whole;
  const { parts, left, ...brief } = fitting(short);
  let total = brief.total;
  for (const [at, part] of whole.parts.entries()) {
    total += bytes(part) - bytes(parts[at] ?? "");
    if (total > most) break;
    parts[at] = part;
  }
  return { parts, left };

  /** Draws no more of them than fit. */
  function fitting(draw: (item: Item) => string) {
    const parts: string[] = [];
    let total = 0;
    for (const item of items) {
      const part = draw(item);
      if (total + bytes(part) > most) break;
      total += bytes(part);
      parts.push(part);
    }
    return { parts, total, left: items.length - parts.length };
  }
}

/** At least as many bytes as a text has in UTF-8, where no UTF-16 unit has more than three. */
export function bytesOf(text: string): number {
  return text.length + 2 * text.replace(ascii, "").length;
}
const ascii = /[\0-\x7f]+/g;
