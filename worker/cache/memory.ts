import { createMemory } from "./bounded-memory.ts";

/** How long an isolate answers without reading the content version, so that a burst costs one read and one render. */
export const VERSION_TTL_MS = 1000;

/** A page as it was at that time, in milliseconds since the epoch. */
export interface Page {
  /** Responses share the bytes of a Blob, where each would copy a string. */
  body: Blob;
  at: number;
}

/** When the content version was read, and how many writes this isolate had made before. */
interface VersionRead {
  at: number;
  writes: number;
}

export interface Answer extends Page, VersionRead {
  version: number;
  /** The beginning of an ISO 8601 time in UTC: the answer is valid while the time begins with it. */
  clock: string;
  etag: string;
  /**
   * By the seconds that the edge may cache it, for the answer with its body and for a 304. They are made once, because that
   * takes longer than everything else in a cache hit.
   */
  headers: Record<1 | 10, { whole: Headers; notModified: Headers }>;
}

const answers = createMemory<Answer>(({ body, headers }) => {
  const all = [headers[1], headers[10]].flatMap(({ whole, notModified }) => [whole, notModified]);
  return body.size + all.reduce((sum, each) => sum + headerBytes(each), 0);
});

function headerBytes(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + HEADER_BYTES, 0);
}
/** What a header takes besides its name and value. */
const HEADER_BYTES = 50;

let latest = { version: -1, readAt: 0 };
let writes = 0;

/** How many writes this isolate has made: what it read before the last one is out of date. */
export function writeCount(): number {
  return writes;
}

/** Call after a write: the next request reads the content version again. */
export function invalidate(): void {
  latest = { version: -1, readAt: 0 };
  writes += 1;
}

/** Call before reading the content version. The result is ignored if a write happened in between. */
export function startVersionRead(): VersionRead {
  return { at: Date.now(), writes };
}

export function recordVersion(version: number, read: VersionRead): void {
  if (writes === read.writes) latest = { version, readAt: read.at };
}

/** The content version, as long as it counts as fresh. */
export function freshVersion(): number | undefined {
  return Date.now() - latest.readAt < VERSION_TTL_MS ? latest.version : undefined;
}

/** Whether it has to be rendered again whatever the content version is. */
export function isOutdated(key: string, clock: string): boolean {
  const cached = answers.get(key);
  return cached?.writes !== writes || cached.clock !== clock;
}

/** @param arrivedAt when the request came, however long it has waited since */
export function getIfFresh(key: string, arrivedAt: number): Answer | undefined {
  if (arrivedAt - latest.readAt >= VERSION_TTL_MS) return undefined;
  const cached = answers.get(key);
  if (cached?.version !== latest.version || !new Date().toISOString().startsWith(cached.clock))
    return undefined;
  return cached;
}

export function get(key: string, version: number, clock: string): Answer | undefined {
  const cached = answers.get(key);
  return cached?.version === version && cached.clock === clock ? cached : undefined;
}

/** Clients can make up any `since`. More answers than this would push out what others ask for. */
const MAX_SINCE_ANSWERS = 50;
const sinceKeys = new Set<string>();

export function put(key: string, answer: Answer): void {
  answers.set(key, answer);
  if (!/[?&]since=/.test(key)) return;
  sinceKeys.delete(key);
  sinceKeys.add(key);
  const [oldest] = sinceKeys;
  if (sinceKeys.size <= MAX_SINCE_ANSWERS || oldest === undefined) return;
  sinceKeys.delete(oldest);
  answers.delete(oldest);
}

/** The last answer of any version, with the time until which it was known to be current. */
export function getStale(key: string): Page | undefined {
  const cached = answers.get(key);
  if (cached?.version !== latest.version) return cached;
  return { body: cached.body, at: Math.max(cached.at, latest.readAt) };
}
