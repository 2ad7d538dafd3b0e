/** Values that are added up for their mean, which is finite for any finite values, even where their sum is not. */
export interface Sum {
  sum: number;
  count: number;
  /** The sum divided by `SCALE`, for means whose sum is too large for a number. */
  scaled: number;
}

/** A power of two, so that dividing by it is exact, and more than a graph has points. */
const SCALE = 2 ** 32;

export function emptySum(): Sum {
  return { sum: 0, count: 0, scaled: 0 };
}

export function addValue(total: Sum, value: number): void {
  add(total, { sum: value, count: 1, scaled: value / SCALE });
}

export function add(total: Sum, { sum, count, scaled }: Sum): void {
  total.sum += sum;
  total.count += count;
  total.scaled += scaled;
}

/** @returns null for no values */
export function meanOf({ sum, count, scaled }: Sum): number | null {
  if (count === 0) return null;
  if (Number.isFinite(sum)) return sum / count;
  const mean = (scaled / count) * SCALE;
  // Rounding can take the mean of the largest numbers past them.
  return Math.min(Math.max(mean, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** A sum as JSON has it: where it is too large for a number, the mean stands in its place. */
export type StoredSum = number | { mean: number };

export function storedSum(total: Sum): StoredSum {
  return Number.isFinite(total.sum) ? total.sum : { mean: meanOf(total) ?? 0 };
}

/** @param stored null where a version that knew no means had a sum too large for a number */
export function sumFrom(stored: StoredSum | null, count: number): Sum {
  if (stored === null) return emptySum();
  if (typeof stored === "number") return { sum: stored, count, scaled: stored / SCALE };
  return { sum: Number.POSITIVE_INFINITY, count, scaled: (stored.mean / SCALE) * count };
}
