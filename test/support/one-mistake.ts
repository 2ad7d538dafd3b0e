/** What no field takes everywhere: another type, too much, too little, or characters that are refused. */
const wrongValues: unknown[] = [
  ...[null, true, 5, -1, 1.5, 1e20, [], {}, [5], [null], [[]], [{}], { x: 5 }],
  ...["", " ", "x", "a\u0000b", "a\ud800b", "\u200b", "x".repeat(30_000), "2026-01-31T09:00:00+99:99"],
  Array.from({ length: 3001 }, (_, at) => `x${at}`),
  Object.fromEntries(Array.from({ length: 3001 }, (_, at) => [`x${at}`, 5])),
];

/** The value with one thing wrong, in every way and at every place: in fields, in lists, and in fields of what is in them. */
export function* withOneMistake(value: unknown): Generator<unknown> {
  yield* wrongValues;
  if (Array.isArray(value)) {
    for (const [at, entry] of value.entries())
      for (const wrong of withOneMistake(entry)) yield value.toSpliced(at, 1, wrong);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const wrong of withOneMistake(field)) yield { ...value, [name]: wrong };
    }
  }
}
