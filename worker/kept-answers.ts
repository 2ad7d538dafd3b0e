import { readContentVersion } from "./content-version/store.ts";
import type { Db } from "./db.ts";

/** How long an isolate answers without asking for the content version: a burst costs one read and one render. */
export const TRUST = 1000;
/** Answers that an isolate keeps, and their bytes; those go first that nobody has asked for the longest. */
const KEPT = 200;
const KEPT_BYTES = 16 * 1024 * 1024;

export interface Rendered {
  version: number;
  /** When, in milliseconds since the epoch. */
  at: number;
  /** Of a Blob every answer reads the same bytes, of anything else a copy of its own. */
  body: Blob;
}

export interface Answer extends Rendered {
  /** What the clock said, as far as the answer heeds it: the beginning of a time in UTC. */
  clock: string;
  etag: string;
  /**
   * By the seconds that the edge may keep it, of the answer with its body and of a 304; ready, since putting them
   * together takes longer than all else.
   */
  headers: Record<1 | 10, { whole: Headers; unchanged: Headers }>;
}

const answers = new Map<string, Answer>();
let known = { version: -1, readAt: 0 };
let writes = 0;

/** Of this isolate. What was read before one is worth nothing to the next request. */
export function writesUntilNow(): number {
  return writes;
}

/** After a write: this isolate asks for the content version again. */
export function trustNothing(): void {
  known = { version: -1, readAt: 0 };
  writes += 1;
}

/** What an answer is to be made of; the answers of that version are trusted from now on, for a while. */
export async function askVersion(db: Db): Promise<typeof known> {
  const [readAt, before] = [Date.now(), writes];
  const asked = { version: await readContentVersion(db), readAt };
  if (writes === before) known = asked;
  return asked;
}

/** What is good enough for who asked at that time, however long it has waited since. */
export function trusted(key: string, askedAt: number): Answer | undefined {
  if (askedAt - known.readAt >= TRUST) return undefined;
  const kept = answers.get(key);
  if (kept?.version !== known.version || !new Date().toISOString().startsWith(kept.clock)) return undefined;
  return used(key, kept);
}

/** What was made of that version under that clock. */
export function keptOf(key: string, version: number, clock: string): Answer | undefined {
  const kept = answers.get(key);
  return kept?.version === version && kept.clock === clock ? used(key, kept) : undefined;
}

export function keep(key: string, answer: Answer): void {
  used(key, answer);
  let bytes = [...answers.values()].reduce((sum, other) => sum + other.body.size, 0);
  for (const [oldest, { body }] of answers) {
    if (answers.size <= KEPT && bytes <= KEPT_BYTES) break;
    answers.delete(oldest);
    bytes -= body.size;
  }
}

/** What was last made, and until when that was known to be so. */
export function lastKept(key: string): Pick<Rendered, "body" | "at"> | undefined {
  const kept = answers.get(key);
  if (kept?.version !== known.version) return kept;
  return { body: kept.body, at: Math.max(kept.at, known.readAt) };
}

/** Puts it last in the order in which answers go. */
function used(key: string, kept: Answer): Answer {
  answers.delete(key);
  answers.set(key, kept);
  return kept;
}
