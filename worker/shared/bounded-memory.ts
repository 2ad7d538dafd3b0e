import { MiB } from "./domain.ts";

/**
 * All memories of an isolate share this budget. Cloudflare ends an isolate at 128 MB, of which the code takes 15 and
 * rendering a large page in several languages at once takes 30.
 */
const MAX_BYTES = 32 * MiB;
const MAX_GENERATION_BYTES = MAX_BYTES / 2;
const ENTRY_OVERHEAD_BYTES = 100;

interface Entry<Value> {
  value: Value;
  bytes: number;
}

export interface Memory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

const startGeneration: (() => void)[] = [];
let youngBytes = 0;
let oldBytes = 0;

/**
 * A cache with two generations. Reads and writes put an entry into the young one. When that fills half of the budget, it replaces
 * the old one, whose entries are evicted.
 * @param sizeOf the bytes of a value without its key
 */
export function createMemory<Value>(sizeOf: (value: Value) => number): Memory<Value> {
  let young = new Map<string, Entry<Value>>();
  let old = new Map<string, Entry<Value>>();
  startGeneration.push(() => {
    old = young;
    young = new Map();
  });

  function remove(key: string): void {
    youngBytes -= young.get(key)?.bytes ?? 0;
    young.delete(key);
    oldBytes -= old.get(key)?.bytes ?? 0;
    old.delete(key);
  }

  function add(key: string, entry: Entry<Value>): void {
    remove(key);
    if (entry.bytes > MAX_GENERATION_BYTES) return;
    if (youngBytes + entry.bytes > MAX_GENERATION_BYTES) {
      oldBytes = youngBytes;
      youngBytes = 0;
      for (const start of startGeneration) start();
    }
    youngBytes += entry.bytes;
    young.set(key, entry);
  }

  return {
    get(key) {
      const entry = young.get(key);
      if (entry) return entry.value;
      const oldEntry = old.get(key);
      if (oldEntry) add(key, oldEntry);
      return oldEntry?.value;
    },
    set: (key, value) => add(key, { value, bytes: textBytes(key) + sizeOf(value) + ENTRY_OVERHEAD_BYTES }),
    delete: remove,
  };
}

/** @public for tests */
export function memoryBytes(): number {
  return youngBytes + oldBytes;
}

/** V8 stores a Latin-1 text with one byte a character, any other text with two. */
function textBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
