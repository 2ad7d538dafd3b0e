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
import { bypassesCaches, fresh, freshAnswer } from "./fresh.ts";
import * as memory from "./memory.ts";
import { singleFlight } from "./single-flight.ts";
import { storeSnapshot } from "./snapshots.ts";
import { type StalePages, staleAnswer } from "./stale-answer.ts";

export interface Needs {
  /** When the answer changes although nothing was written: at midnight in UTC, or every ten minutes. */
  clock: "day" | "ten minutes";
  /** The answer is an item, whose ETag `If-Match` takes. */
  item?: true;
  /** `render` reads the content version in one batch with the content, so that an outdated answer takes one round trip. */
  readsVersion?: true;
  /** While D1 fails, the last good page is served. */
  staleIfError?: StalePages;
}

const RENDER_TIMEOUT_MS = 3000;
const CLOCK_CHARACTERS = { day: "2026-11-21".length, "ten minutes": "2026-11-21T14:1".length };

const description = {
  ...ifNoneMatchDescription,
  access: "visitor" as const,
  parameters: [fresh, ...ifNoneMatchDescription.parameters],
  refuses: [401, 403],
};

/**
 * For every GET that visitors may make: renders once a content version, answers 304 where the client has it already, and
 * tells edge and browser how long to cache it. `?fresh=1` is the administrator's way past all that.
 */
export function publicAnswer<Path extends string, Data>(
  needs: Needs,
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const rendered = needs.item ? withItemTag(render) : render;
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    const clock = new Date().toISOString().slice(0, CLOCK_CHARACTERS[needs.clock]);
    if (bypassesCaches(c))
      return freshAnswer(c, needs.clock === "day" ? clock : undefined, () => rendered(c));
    try {
      return await visitorsAnswer(c, needs, clock, () => rendered(c));
    } catch (error) {
      if (!needs.staleIfError) throw error;
      return staleAnswer(c, error, needs.staleIfError);
    }
  };
  return typedHandler<Path, Data>(
    handler,
    needs.item ? { ...description, headers: itemDescription.headers } : description,
  );
}

/**
 * Serves a cached response without routing: routing is the most expensive step of a cache hit. A request whose query is
 * spelled otherwise goes through the routes to the same answer.
 */
export function cachedAnswer({ method, url, headers }: Request): Response | undefined {
  const cached = method === "GET" ? memory.getIfFresh(cacheKey(url), Date.now()) : undefined;
  if (!cached) return undefined;
  const response = answer(cached, headers.get("If-None-Match"), 1);
  addTransportSecurity(response, url);
  return response;
}

/** @param seconds for how long the edge may cache it: what is answered without asking D1 is as fresh as a second */
function answer(
  { etag, body, headers }: memory.Answer,
  ifNoneMatch: string | null | undefined,
  seconds: 1 | 10,
): Response {
  const { whole, notModified } = headers[seconds];
  if (clientHas(etag, ifNoneMatch)) return new Response(null, { status: 304, headers: notModified });
  return new Response(body, { headers: whole });
}

const renders = singleFlight<memory.Answer | Rendered>();

async function visitorsAnswer(
  c: Context<AppEnv>,
  needs: Needs,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<Response> {
  const key = cacheKey(c.req.url);
  const ifNoneMatch = c.req.header("If-None-Match");
  const cached = memory.getIfFresh(key, Date.now());
  if (cached) return answer(cached, ifNoneMatch, 1);
  let seconds: 1 | 10 = 1;
  // Requests that come after a write of this isolate do not share what was read before it.
  const made = await renders(`${memory.writeCount()} ${key}`, () => {
    seconds = 10;
    const done = readOrRender(c, key, needs, clock, render);
    return withTimeout(RENDER_TIMEOUT_MS, done, "D1_ERROR: there is no answer.");
  });
  return "etag" in made ? answer(made, ifNoneMatch, seconds) : responseOf(c, made);
}

/** @returns what is rendered as it is unless it can be cached */
async function readOrRender(
  c: Context<AppEnv>,
  key: string,
  needs: Needs,
  clock: string,
  render: () => Promise<Rendered>,
): Promise<memory.Answer | Rendered> {
  const read = memory.startVersionRead();
  let version: number | undefined;
  if (!needs.readsVersion || !memory.isOutdated(key, clock)) {
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
  const { ETag: itemTag = null, ...own } = rendered.headers;
  const etag = withState(`${c.env.VERSION.id}-${version}-${clock}`, itemTag);
  const body = new Blob([rendered.body]);
  const made = { ...read, version, clock, etag, body, headers: publicHeaders(key, etag, own) };
  memory.put(key, made);
  if (needs.staleIfError) c.executionCtx.waitUntil(storeSnapshot(c.env.FILES, key, made));
  return made;
}
