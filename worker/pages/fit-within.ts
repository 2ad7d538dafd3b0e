import { bytesIn } from "../../web/status/views/choose-detail.ts";

/** The texts of an item in two lengths. */
interface Forms<Item> {
  full: (item: Item) => string;
  short: (item: Item) => string;
  /** Of a text, where it is escaped later. */
  bytes?: (text: string) => number;
}

/**
 * Writes the first items in full and the others briefly, as many as fit into a number of bytes.
 * @returns the texts, and how many items have none
 */
export function fitWithin<Item>(
  maxBytes: number,
  items: Item[],
  { full, short, bytes = bytesIn }: Forms<Item>,
) {
  const whole = fitting(full);
  if (whole.left === 0) return whole;
  const { parts, left, ...brief } = fitting(short);
  let total = brief.total;
  for (const [at, part] of whole.parts.entries()) {
    total += bytes(part) - bytes(parts[at] ?? "");
    if (total > maxBytes) break;
    parts[at] = part;
  }
  return { parts, left };

  function fitting(write: (item: Item) => string) {
    const parts: string[] = [];
    let total = 0;
    for (const item of items) {
      const part = write(item);
      if (total + bytes(part) > maxBytes) break;
      total += bytes(part);
      parts.push(part);
    }
    return { parts, total, left: items.length - parts.length };
  }
}
