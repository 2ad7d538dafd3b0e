import { createMemory } from "../shared/bounded-memory.ts";
import { MiB } from "../shared/domain.ts";
import { isoTime, SECOND_MS } from "../shared/time/domain.ts";

export const VERSION_TTL_MS = SECOND_MS;

export interface Page {
  /** Responses share the bytes of a Blob, but each would copy a string. */
  body: Blob;
  at: number;
}

interface VersionRead {
  at: number;
  writes: number;
}

export interface CachedResponse extends Page, VersionRead {
  version: number;
  /** A prefix of an ISO 8601 time in UTC. The response is valid while the current time begins with it. */
  clock: string;
  etag: string;
  /** Keyed by the edge's TTL in seconds. Building headers is the slowest part of a cache hit, so it is done once. */
  headers: Record<1 | 10, { whole: Headers; notModified: Headers }>;
}

function cachedBytes({ body, headers }: CachedResponse): number {
  const { whole, notModified } = headers[10];
  // The headers for the other TTL differ by a byte.
  return body.size + 2 * (headerBytes(whole) + headerBytes(notModified));
}
const responses = createMemory<CachedResponse>(cachedBytes);

function headerBytes(headers: Headers): number {
  return [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + HEADER_OVERHEAD_BYTES,
    0,
  );
}
const HEADER_OVERHEAD_BYTES = 50;

let latest = { version: -1, readAt: 0 };
let writes = 0;

export function writeCount(): number {
  return writes;
}

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

export function freshVersion(): number | undefined {
  return Date.now() - latest.readAt < VERSION_TTL_MS ? latest.version : undefined;
}

export function needsRender(key: string, clock: string): boolean {
  const cached = responses.get(key);
  return cached?.writes !== writes || cached.clock !== clock;
}

export function getIfFresh(key: string, arrivedAt: number): CachedResponse | undefined {
  if (arrivedAt - latest.readAt >= VERSION_TTL_MS) return undefined;
  const cached = responses.get(key);
  if (cached?.version !== latest.version || !isoTime(Date.now()).startsWith(cached.clock)) return undefined;
  return cached;
}

/** A page that was taken down must not come back as a stale one. */
export function remove(key: string): void {
  responses.delete(key);
}

export function get(key: string, version: number, clock: string): CachedResponse | undefined {
  const cached = responses.get(key);
  return cached?.version === version && cached.clock === clock ? cached : undefined;
}

/** Queries of our own links, with few values each. Clients can send any value of other parameters. */
const ownQuery =
  /^(?:(?:lang=[\w-]+|days=(?:30|60|90)|timeframe=(?:day|week|month)|utcOffset=-?\d+)(?:&(?=.)|$))*$/;
/** Responses to other queries must not evict the rest. */
const MAX_FREE_RESPONSES = 50;
const MAX_FREE_BYTES = 4 * MiB;
const freeBytes = new Map<string, number>();

export function put(key: string, response: CachedResponse): void {
  const [, query = ""] = key.split("?");
  responses.set(key, response);
  if (ownQuery.test(query)) return;
  freeBytes.delete(key);
  freeBytes.set(key, cachedBytes(response));
  let total = [...freeBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  for (const [oldest, bytes] of freeBytes) {
    if (freeBytes.size <= MAX_FREE_RESPONSES && total <= MAX_FREE_BYTES) return;
    total -= bytes;
    freeBytes.delete(oldest);
    responses.delete(oldest);
  }
}

export function getStale(key: string): Page | undefined {
  const cached = responses.get(key);
  if (cached?.version !== latest.version) return cached;
  return { body: cached.body, at: Math.max(cached.at, latest.readAt) };
}
