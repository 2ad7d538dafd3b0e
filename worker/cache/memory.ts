import { createMemory } from "../../web/status/texts/memory.ts";

/** How long an isolate answers without asking for the content version: a burst costs one read and one render. */
export const TRUST = 1000;

export interface Rendered {
  version: number;
  /** When, in milliseconds since the epoch. */
  at: number;
  /** Of a Blob every answer reads the same bytes, of anything else a copy of its own. */
  body: Blob;
}

/** When, in milliseconds since the epoch, and after how many writes. */
interface Asked {
  at: number;
  writes: number;
}

export interface Answer extends Rendered {
  /** As many as this isolate had made before. */
  writes: number;
  /** What the clock said, as far as the answer heeds it: the beginning of a time in UTC. */
  clock: string;
  etag: string;
  /**
   * By the seconds that the edge may keep it, of the answer with its body and of a 304; ready, since putting them
   * together takes longer than all else.
   */
  headers: Record<1 | 10, { whole: Headers; unchanged: Headers }>;
}

const answers = createMemory<Answer>(({ body, headers }) => {
  const all = [headers[1], headers[10]].flatMap(({ whole, unchanged }) => [whole, unchanged]);
  return body.size + all.reduce((sum, each) => sum + headerBytes(each), 0);
});

function headerBytes(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + HEADER_BYTES, 0);
}
/** What a header takes besides its name and value. */
const HEADER_BYTES = 50;

let known = { version: -1, readAt: 0 };
let writes = 0;

/** Of this isolate. What was read before one is worth nothing to the next request. */
export function writesUntilNow(): number {
  return writes;
}

/** After a write: this isolate asks for the content version again. */
export function invalidate(): void {
  known = { version: -1, readAt: 0 };
  writes += 1;
}

/** Before D1 is asked for the content version. */
export function asking(): Asked {
  return { at: Date.now(), writes };
}

/** What D1 has answered: the answers of that version are trusted from when it was asked, for a while. */
export function learn(version: number, asked: Asked): void {
  if (writes === asked.writes) known = { version, readAt: asked.at };
}

/** The content version as this isolate last read it, as long as that is trusted. */
export function trustedVersion(): number | undefined {
  return Date.now() - known.readAt < TRUST ? known.version : undefined;
}

/** Whether it is to be made anew whatever the content version is. */
export function isOutdated(key: string, clock: string): boolean {
  const kept = answers.get(key);
  return kept?.writes !== writes || kept.clock !== clock;
}

/** What is good enough for who asked at that time, however long it has waited since. */
export function trusted(key: string, askedAt: number): Answer | undefined {
  if (askedAt - known.readAt >= TRUST) return undefined;
  const kept = answers.get(key);
  if (kept?.version !== known.version || !new Date().toISOString().startsWith(kept.clock)) return undefined;
  return kept;
}

/** What was made of that version under that clock. */
export function keptOf(key: string, version: number, clock: string): Answer | undefined {
  const kept = answers.get(key);
  return kept?.version === version && kept.clock === clock ? kept : undefined;
}

/** How many answers are kept under a `since` that a client may make up: any more would push out what others ask for. */
const MAX_TIMES = 50;
const times = new Set<string>();

export function keep(key: string, answer: Answer): void {
  answers.set(key, answer);
  if (!/[?&]since=/.test(key)) return;
  times.delete(key);
  times.add(key);
  const [oldest] = times;
  if (times.size <= MAX_TIMES || oldest === undefined) return;
  times.delete(oldest);
  answers.delete(oldest);
}

/** What was last made, and until when that was known to be so. */
export function lastKept(key: string): Pick<Rendered, "body" | "at"> | undefined {
  const kept = answers.get(key);
  if (kept?.version !== known.version) return kept;
  return { body: kept.body, at: Math.max(kept.at, known.readAt) };
}
