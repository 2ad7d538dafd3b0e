/** Values of wrong types, too long, too short, or with refused characters. Each is invalid for some fields. */
const wrongValues: unknown[] = [
  ...[null, true, 5, -1, 1.5, 1e20, [], {}, [5], [null], [[]], [{}], { x: 5 }],
  ...["", " ", "x", "a\u0000b", "a\ud800b", "\u200b", "x".repeat(30_000), "2026-01-31T09:00:00+99:99"],
  Array.from({ length: 3001 }, (_, n) => `x${n}`),
  Object.fromEntries(Array.from({ length: 3001 }, (_, n) => [`x${n}`, 5])),
];

/** Yields copies of the value, each with one field or list entry, at any depth, removed or replaced by a wrong value. */
export function* withOneInvalidValue(value: unknown): Generator<unknown> {
  yield* wrongValues;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const invalid of withOneInvalidValue(entry)) yield value.toSpliced(index, 1, invalid);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const invalid of withOneInvalidValue(field)) yield { ...value, [name]: invalid };
    }
  }
}
