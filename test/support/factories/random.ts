export type Random = ReturnType<typeof seededRandom>;

/** Generates the same numbers for the same seed, so that a run can be repeated (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    /** Returns a whole number from `min` to `max`, both included. */
    integer,
    pick<Item>(items: readonly [Item, ...Item[]]): Item {
      return items[integer(0, items.length - 1)] ?? items[0];
    },
  };
}
