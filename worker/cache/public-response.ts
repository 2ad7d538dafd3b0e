import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../http/errors.ts";
import { addTransportSecurity } from "../http/headers.ts";
import { itemDescription, withItemTag, withState } from "../http/if-match.ts";
import { clientHas, ifNoneMatchDescription } from "../http/if-none-match.ts";
import {
  type Render,
  type Rendered,
  respondWith,
  type TypedHandler,
  typedHandler,
} from "../http/rendered.ts";
import { singleFlight } from "../http/single-flight.ts";
import { isoTime } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import { readContentVersion } from "../storage/content-version/store.ts";
import { database } from "../storage/db.ts";
import { publicHeaders } from "./cache-headers.ts";
import { cacheKey } from "./cache-key.ts";
import { bypassesCaches, freshParameter, freshResponse } from "./fresh.ts";
import * as memory from "./memory.ts";
import { storeSnapshot } from "./snapshots.ts";
import { type StalePages, staleResponse } from "./stale-response.ts";

export interface PublicResponseOptions {
  clock: "day" | "ten minutes";
  item?: true;
  /** `render` reads the content version and the content in one batch, which saves a round trip. */
  readsVersion?: true;
  staleIfError?: StalePages;
}

const RENDER_TIMEOUT_MS = 3000;
const CLOCK_CHARACTERS = { day: "2026-11-21".length, "ten minutes": "2026-11-21T14:1".length };

const description = {
  ...ifNoneMatchDescription,
  access: "visitor" as const,
  parameters: [freshParameter, ...ifNoneMatchDescription.parameters],
  errorStatuses: [401, 403],
};

/** Renders a page or JSON once per content version. With `?fresh=1`, an administrator bypasses the caches. */
export function publicResponse<Path extends string, Data>(
  options: PublicResponseOptions,
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const rendered = options.item ? withItemTag(render) : render;
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    const clock = isoTime(Date.now()).slice(0, CLOCK_CHARACTERS[options.clock]);
    if (bypassesCaches(c))
      return freshResponse(c, options.clock === "day" ? clock : undefined, () => rendered(c));
    try {
      return await respondToVisitor(c, options, clock, () => rendered(c));
    } catch (error) {
      if (!options.staleIfError) throw error;
      return staleResponse(c, error, options.staleIfError);
    }
  };
  return typedHandler<Path, Data>(
    handler,
    options.item ? { ...description, headers: itemDescription.headers } : description,
  );
}

/**
 * Serves a cached response without routing: routing is the most expensive step of a cache hit. Requests whose query
 * is not in its normal form miss here and go through the routes.
 */
export function responseFromMemory({ method, url, headers }: Request): Response | undefined {
  const cached = method === "GET" ? memory.getIfFresh(cacheKey(url), Date.now()) : undefined;
  if (!cached) return undefined;
  const response = toResponse(cached, headers.get("If-None-Match"), 1);
  addTransportSecurity(response, url);
  return response;
}

/** @param edgeTTLSeconds is 1 unless D1 was read, because the content version is then up to a second old */
function toResponse(
  { etag, body, headers }: memory.CachedResponse,
  ifNoneMatch: string | null | undefined,
  edgeTTLSeconds: 1 | 10,
): Response {
  const { whole, notModified } = headers[edgeTTLSeconds];
  if (clientHas(etag, ifNoneMatch)) return new Response(null, { status: 304, headers: notModified });
  return new Response(body, { headers: whole });
}

const renders = singleFlight<memory.CachedResponse | Rendered>();

async function respondToVisitor(
  c: Context<AppEnv>,
  options: PublicResponseOptions,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<Response> {
  const key = cacheKey(c.req.url);
  const ifNoneMatch = c.req.header("If-None-Match");
  const cached = memory.getIfFresh(key, Date.now());
  if (cached) return toResponse(cached, ifNoneMatch, 1);
  let edgeTTLSeconds: 1 | 10 = 1;
  // With the write count and the clock in its key, no request joins a render from before a write or from yesterday.
  const result = await renders(`${memory.writeCount()} ${clock} ${key}`, () => {
    edgeTTLSeconds = 10;
    const rendering = readOrRender(c, key, options, clock, render);
    return withTimeout(RENDER_TIMEOUT_MS, rendering, "D1_ERROR: there is no response.");
  });
  return "etag" in result ? toResponse(result, ifNoneMatch, edgeTTLSeconds) : respondWith(c, result);
}

async function readOrRender(
  c: Context<AppEnv>,
  key: string,
  options: PublicResponseOptions,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<memory.CachedResponse | Rendered> {
  const versionRead = memory.startVersionRead();
  let version: number | undefined;
  if (!options.readsVersion || !memory.needsRender(key, clock)) {
    version = await readContentVersion(c.var.db);
    memory.recordVersion(version, versionRead);
    const cached = memory.get(key, version, clock);
    if (cached) return cached;
  }
  const rendered = await render().catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) memory.remove(key);
    throw error;
  });
  if (rendered.status) return rendered;
  if (version === undefined) {
    version = rendered.version;
    if (version === undefined) return rendered;
    memory.recordVersion(version, versionRead);
  }
  const { ETag: itemTag = null, ...headers } = rendered.headers;
  const etag = withState(`${c.env.VERSION.id}-${version}-${clock}`, itemTag);
  const body = new Blob([rendered.body]);
  const result = { ...versionRead, version, clock, etag, body, headers: publicHeaders(key, etag, headers) };
  memory.put(key, result);
  if (options.staleIfError) {
    const readVersion = () => readContentVersion(database(c.env.DB, "primary"));
    c.executionCtx.waitUntil(storeSnapshot(c.env.FILES, key, result, readVersion));
  }
  return result;
}
