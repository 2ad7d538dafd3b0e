const MiB = 1024 * 1024;

/**
 * What all memories of an isolate hold together at most. Cloudflare ends an isolate at 128 MB, of which the code takes 15 and
 * rendering a large page in several languages at once takes 30.
 */
const BUDGET_BYTES = 32 * MiB;

/** What an entry of a Map takes besides its key and value. */
const ENTRY_BYTES = 100;

interface Entry<Value> {
  value: Value;
  bytes: number;
}

interface Generation {
  bytes: number;
}

export interface Memory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Starts a new generation in each memory. */
const turns: (() => void)[] = [];
let young: Generation = { bytes: 0 };
let old: Generation = { bytes: 0 };

/**
 * A Map in this isolate's memory that forgets what has not been used for long, so that all of them stay within one budget. What
 * is used is in the young generation; when that fills half of the budget, it becomes the old one, and what was in the old
 * one and not used since is forgotten. To look something up costs as much as in a Map.
 * @param sizeOf the bytes of a value; its key is counted, too
 */
export function createMemory<Value>(sizeOf: (value: Value) => number): Memory<Value> {
  let used = new Map<string, Entry<Value>>();
  let unused = new Map<string, Entry<Value>>();
  turns.push(() => {
    unused = used;
    used = new Map();
  });

  function forget(key: string): void {
    young.bytes -= used.get(key)?.bytes ?? 0;
    used.delete(key);
    old.bytes -= unused.get(key)?.bytes ?? 0;
    unused.delete(key);
  }

  function add(key: string, entry: Entry<Value>): void {
    forget(key);
    if (entry.bytes > BUDGET_BYTES / 2) return;
    if (young.bytes + entry.bytes > BUDGET_BYTES / 2) turn();
    young.bytes += entry.bytes;
    used.set(key, entry);
  }

  return {
    get(key) {
      const entry = used.get(key);
      if (entry) return entry.value;
      const before = unused.get(key);
      if (before) add(key, before);
      return before?.value;
    },
    set: (key, value) => add(key, { value, bytes: textBytes(key) + sizeOf(value) + ENTRY_BYTES }),
    delete: forget,
  };
}

function turn(): void {
  old = young;
  young = { bytes: 0 };
  for (const each of turns) each();
}

/**
 * What all memories hold now, as they count it.
 * @public for tests
 */
export function memoryBytes(): number {
  return young.bytes + old.bytes;
}

/** What a text takes in V8: a byte a character as long as all are of Latin-1, two otherwise. */
function textBytes(text: string): number {
  return wide.test(text) ? 2 * text.length : text.length;
}
const wide = /[^\0-\xff]/;
