import { createMemory, textBytes } from "./memory.ts";

/** Makes each text once, until it has not been asked for for long. */
export function remembered(make: (key: string) => string): (key: string) => string {
  const known = createMemory<string>(textBytes);
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = make(key);
    known.set(key, text);
    return text;
  };
}
