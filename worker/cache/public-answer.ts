import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { addTransportSecurity } from "../http/headers.ts";
import { itemDescription, withItemTag, withState } from "../http/if-match.ts";
import { clientHas, ifNoneMatchDescription } from "../http/if-none-match.ts";
import { type Render, type Rendered, responseOf, type TypedHandler, typedHandler } from "../http/rendered.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { publicHeaders } from "./cache-headers.ts";
import { cacheKey } from "./cache-key.ts";
import { readContentVersion } from "./content-version/store.ts";
import { bypassesCaches, freshAnswer, freshParameter } from "./fresh.ts";
import * as memory from "./memory.ts";
import { singleFlight } from "./single-flight.ts";
import { storeSnapshot } from "./snapshots.ts";
import { type StalePages, staleAnswer } from "./stale-answer.ts";

export interface PublicAnswerOptions {
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
  refuses: [401, 403],
};

/** Renders a page or JSON once per content version. With `?fresh=1`, an administrator bypasses the caches. */
export function publicAnswer<Path extends string, Data>(
  options: PublicAnswerOptions,
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const rendered = options.item ? withItemTag(render) : render;
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    const clock = new Date().toISOString().slice(0, CLOCK_CHARACTERS[options.clock]);
    if (bypassesCaches(c))
      return freshAnswer(c, options.clock === "day" ? clock : undefined, () => rendered(c));
    try {
      return await visitorAnswer(c, options, clock, () => rendered(c));
    } catch (error) {
      if (!options.staleIfError) throw error;
      return staleAnswer(c, error, options.staleIfError);
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
export function cachedAnswer({ method, url, headers }: Request): Response | undefined {
  const cached = method === "GET" ? memory.getIfFresh(cacheKey(url), Date.now()) : undefined;
  if (!cached) return undefined;
  const response = answer(cached, headers.get("If-None-Match"), 1);
  addTransportSecurity(response, url);
  return response;
}

/** @param edgeTTLSeconds is 1 unless D1 was asked, because the content version is then up to a second old */
function answer(
  { etag, body, headers }: memory.Answer,
  ifNoneMatch: string | null | undefined,
  edgeTTLSeconds: 1 | 10,
): Response {
  const { whole, notModified } = headers[edgeTTLSeconds];
  if (clientHas(etag, ifNoneMatch)) return new Response(null, { status: 304, headers: notModified });
  return new Response(body, { headers: whole });
}

const renders = singleFlight<memory.Answer | Rendered>();

async function visitorAnswer(
  c: Context<AppEnv>,
  options: PublicAnswerOptions,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<Response> {
  const key = cacheKey(c.req.url);
  const ifNoneMatch = c.req.header("If-None-Match");
  const cached = memory.getIfFresh(key, Date.now());
  if (cached) return answer(cached, ifNoneMatch, 1);
  let edgeTTLSeconds: 1 | 10 = 1;
  // With the write count and the clock in its key, no request joins a render from before a write or from yesterday.
  const result = await renders(`${memory.writeCount()} ${clock} ${key}`, () => {
    edgeTTLSeconds = 10;
    const rendering = readOrRender(c, key, options, clock, render);
    return withTimeout(RENDER_TIMEOUT_MS, rendering, "D1_ERROR: there is no answer.");
  });
  return "etag" in result ? answer(result, ifNoneMatch, edgeTTLSeconds) : responseOf(c, result);
}

async function readOrRender(
  c: Context<AppEnv>,
  key: string,
  options: PublicAnswerOptions,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<memory.Answer | Rendered> {
  const read = memory.startVersionRead();
  let version: number | undefined;
  if (!options.readsVersion || !memory.needsRender(key, clock)) {
    version = await readContentVersion(c.var.db);
    memory.recordVersion(version, read);
    const cached = memory.get(key, version, clock);
    if (cached) return cached;
  }
  const rendered = await render();
  if (rendered.status) return rendered;
  if (version === undefined) {
    version = rendered.version;
    if (version === undefined) return rendered;
    memory.recordVersion(version, read);
  }
  const { ETag: itemTag = null, ...headers } = rendered.headers;
  const etag = withState(`${c.env.VERSION.id}-${version}-${clock}`, itemTag);
  const body = new Blob([rendered.body]);
  const result = { ...read, version, clock, etag, body, headers: publicHeaders(key, etag, headers) };
  memory.put(key, result);
  if (options.staleIfError) c.executionCtx.waitUntil(storeSnapshot(c.env.FILES, key, result));
  return result;
}
