import { bytesIn } from "../../web/status/views/choose-detail.ts";

interface Forms<Item> {
  full: (item: Item) => string;
  short: (item: Item) => string;
  /** Pass it for texts that are escaped later. */
  bytesOf?: (text: string) => number;
}

/**
 * Writes the first items in full and the others briefly, as many as fit into a number of bytes.
 * @returns the texts, and how many items were omitted
 */
export function fitWithin<Item>(
  maxBytes: number,
  items: Item[],
  { full, short, bytesOf = bytesIn }: Forms<Item>,
) {
  const allInFull = take(full);
  if (allInFull.omitted === 0) return allInFull;
  const { parts, omitted, ...brief } = take(short);
  let total = brief.total;
  for (const [at, part] of allInFull.parts.entries()) {
    total += bytesOf(part) - bytesOf(parts[at] ?? "");
    if (total > maxBytes) break;
    parts[at] = part;
  }
  return { parts, omitted };

  function take(write: (item: Item) => string) {
    const parts: string[] = [];
    let total = 0;
    for (const item of items) {
      const part = write(item);
      if (total + bytesOf(part) > maxBytes) break;
      total += bytesOf(part);
      parts.push(part);
    }
    return { parts, total, omitted: items.length - parts.length };
  }
}
