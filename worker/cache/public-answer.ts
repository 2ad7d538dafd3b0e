import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { createMemory } from "../../web/status/texts/memory.ts";
import type { AppEnv } from "../env.ts";
import { Refusal, unavailable } from "../http/errors.ts";
import { addSecurityHeaders, addTransportSecurity } from "../http/headers.ts";
import { withState } from "../http/if-match.ts";
import { clientHas, heedsIfNoneMatch } from "../http/if-none-match.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { states } from "../openapi/call.ts";
import { requireAdministrator } from "../sign-in/admin.ts";
import { readContentVersion } from "./content-version.ts";
import { asksPastCaches, fresh } from "./fresh.ts";
import {
  type Answer,
  asking,
  isOutdated,
  keep,
  keptOf,
  lastKept,
  learn,
  type Rendered,
  TRUST,
  trusted,
  writesUntilNow,
} from "./memory.ts";
import { answerFresh } from "./revalidation.ts";

/** How long an answer may take, all of what D1 does for it. */
const SLOWEST = 3000;

/** Those under way, and what they are refused with, where that goes for everybody who waits for them. */
const rendering = createMemory<Promise<Refusal | undefined>>(() => PROMISE_BYTES);
/** With what it is resolved with. */
const PROMISE_BYTES = 400;

/**
 * Serves a kept answer without routing: routing is the most expensive step of a cache hit. Answers are kept under the one
 * spelling of their address, so that only who spells it so is served here; whatever else is asked goes through
 * `normalAddress` and the routes.
 */
export function readyAnswer({ method, url, headers }: Request): Response | undefined {
  if (method !== "GET") return undefined;
  const ready = trusted(url.slice(url.indexOf("/", "https://".length)), Date.now());
  if (!ready) return undefined;
  const response = answer(ready, headers.get("If-None-Match"), 1);
  addTransportSecurity(response, url);
  return response;
}

/** Before `publicAnswer`, where an answer changes with the time of day: it is made anew every ten minutes. */
export const moving = createMiddleware<AppEnv>(async (c, next) => {
  c.set("moving", true);
  await next();
});

/** Before `publicAnswer`, of a route that tells the content version of what it has read: it sets `version`. */
export const versioned = createMiddleware<AppEnv>(async (c, next) => {
  c.set("versioned", true);
  await next();
});

/**
 * For every GET that visitors may make: renders once a content version, answers 304 where the client has it
 * already, and tells edge and browser how long to keep it. `?fresh=1` is the administrator's way past all that.
 */
export const publicAnswer = createMiddleware<AppEnv>(async (c, next) => {
  if (asksPastCaches(c)) {
    await requireAdministrator(c);
    // What moves with the clock may be another answer at any moment.
    return c.get("moving") ? next() : answerFresh(c, next, clockOf(c));
  }
  const [key, arrived] = [c.get("address"), Date.now()];
  let waitedFor: Promise<unknown> | undefined;
  for (let patience = SLOWEST / TRUST; ; patience -= 1) {
    const ready = trusted(key, arrived);
    if (ready) return answer(ready, c.req.header("If-None-Match"), 1);
    const others = rendering.get(key);
    // One that is still at it has taken too long, its client may have gone: of those who wait, the first takes over.
    if (!others || others === waitedFor) break;
    if (patience === 0) throw unavailable("Others have taken too long with the same.");
    waitedFor = others;
    const refused = await orTooLong(others);
    if (refused) throw refused;
  }

  // Nothing is awaited between the look above and this, or two would take over.
  const done = Promise.withResolvers<Refusal | undefined>();
  rendering.set(key, done.promise);
  const before = writesUntilNow();
  let refused: Refusal | undefined = unavailable("So it was for another who asked for the same.");
  try {
    const made = await withTimeout(SLOWEST, make(c, key, next), "D1_ERROR: there is no answer.");
    if (made) {
      c.res = undefined; // its body has been read, and Hono would merge the two
      c.res = made;
    }
    if (c.res.status < 500) refused = c.error instanceof Refusal ? c.error : undefined;
  } finally {
    if (rendering.get(key) === done.promise) rendering.delete(key);
    done.resolve(writesUntilNow() === before ? refused : undefined);
  }
});
states(publicAnswer, {
  ...heedsIfNoneMatch,
  access: "visitor",
  parameters: [fresh, ...heedsIfNoneMatch.parameters],
  refuses: [401, 403],
});

/** For a GET whose answer stays the same until the next deployment. */
export const buildAnswer = createMiddleware<AppEnv>(async (c, next) => {
  const caching = {
    ETag: `"${c.env.VERSION.id}"`,
    "Cache-Control": "no-cache",
    "Cloudflare-CDN-Cache-Control": "max-age=300, stale-while-revalidate=86400, stale-if-error=86400",
  };
  if (clientHas(caching.ETag, c.req.header("If-None-Match"))) return c.body(null, 304, caching);
  await next();
  if (c.res.status === 200) for (const [name, value] of Object.entries(caching)) c.header(name, value);
});
states(buildAnswer, heedsIfNoneMatch);

/** @returns undefined where there is nothing to keep */
async function make(c: Context<AppEnv>, key: string, next: Next): Promise<Response | undefined> {
  const clock = clockOf(c);
  const ifNoneMatch = c.req.header("If-None-Match");
  const asked = asking();
  let version: number | undefined;
  // What is outdated anyway takes one round trip, where the version comes along with what is shown.
  if (!c.get("versioned") || !isOutdated(key, clock)) {
    version = await readContentVersion(c.var.db);
    learn(version, asked);
    const kept = keptOf(key, version, clock);
    if (kept) return answer(kept, ifNoneMatch, 10);
  }
  await next();
  if (c.res.status !== 200) return undefined;
  if (version === undefined) {
    version = c.get("version");
    if (version === undefined) return undefined;
    learn(version, asked);
  }
  const etag = withState(`${c.env.VERSION.id}-${version}-${clock}`, c.res.headers.get("ETag"));
  const body = c.get("body") ?? (await c.res.blob());
  const headers = { 1: headersOf(c, etag, 1), 10: headersOf(c, etag, 10) };
  const made = { ...asked, version, clock, etag, body, headers };
  keep(key, made);
  c.set("rendered", made);
  return answer(made, ifNoneMatch, 10);
}

/** A request that waits for nothing of its own would be taken for one that hangs: the timer is that, too. */
async function orTooLong<T>(others: Promise<T>): Promise<T | undefined> {
  return Promise.race([others, new Promise<undefined>((resolve) => setTimeout(resolve, TRUST))]);
}

/** What this isolate last rendered of it, and until when that was known to be so. */
export function lastRendered(c: Context<AppEnv>): Pick<Rendered, "body" | "at"> | undefined {
  return lastKept(c.get("address"));
}

function answer(
  { etag, body, headers }: Answer,
  ifNoneMatch: string | null | undefined,
  seconds: 1 | 10,
): Response {
  const { whole, unchanged } = headers[seconds];
  if (clientHas(etag, ifNoneMatch)) return new Response(null, { status: 304, headers: unchanged });
  return new Response(body, { headers: whole });
}

/** Of what was just rendered, without what is of this very request alone. */
function headersOf(c: Context<AppEnv>, etag: string, seconds: number): Answer["headers"][1] {
  const ours = [...Object.entries(c.get("always") ?? {}), ...caching(etag, seconds)];
  const whole = new Headers(c.res.headers);
  for (const [name, value] of ours) whole.set(name, value);
  whole.delete("X-Request-Id");
  addSecurityHeaders(whole, 200);
  const unchanged = new Headers(ours);
  addSecurityHeaders(unchanged, 304);
  return { whole, unchanged };
}

function caching(etag: string, seconds: number): [string, string][] {
  return [
    ["ETag", etag],
    ["Cache-Tag", "public"],
    ["Cache-Control", "no-cache"],
    ["Cloudflare-CDN-Cache-Control", `max-age=${seconds}, stale-while-revalidate=60, stale-if-error=86400`],
  ];
}

/** UTC; every answer that speaks of days changes at midnight. */
function clockOf(c: Context<AppEnv>): string {
  return new Date().toISOString().slice(0, c.get("moving") ? "2026-11-21T14:1".length : "2026-11-21".length);
}
