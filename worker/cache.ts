import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { pageAddress } from "../web/status/texts/page-address.ts";
import { readContentVersion } from "./content-version/store.ts";
import type { AppEnv } from "./env.ts";
import { Refusal, unavailable } from "./errors.ts";
import { states } from "./openapi/call.ts";
import type { Parameter } from "./openapi/schema.ts";
import { requireAdministrator } from "./sign-in/admin.ts";
import { within } from "./within.ts";

/** How long an isolate answers without asking for the content version: a burst costs one read and one render. */
const TRUST = 1000;
/** How long an answer may take, all of what D1 does for it. */
const SLOWEST = 3000;
/** Answers that an isolate keeps, and their bytes; those go first that nobody has asked for the longest. */
const KEPT = 200;
const KEPT_BYTES = 16 * 1024 * 1024;

const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of an answer that the client has.",
  schema: { type: "string" },
};
const etagHeader = { name: "ETag", description: "For If-None-Match." };

export interface Rendered {
  version: number;
  /** When, in milliseconds since the epoch. */
  at: number;
  body: Uint8Array<ArrayBuffer>;
}

interface Answer extends Rendered {
  /** What the clock said, as far as the answer heeds it. */
  clock: string;
  etag: string;
  /** By the seconds that the edge may keep it; ready, since putting them together takes longer than all else. */
  headers: Record<1 | 10, Headers>;
}

const answers = new Map<string, Answer>();
/** Those under way, and what they are refused with, where that goes for everybody who waits for them. */
const rendering = new Map<string, Promise<Refusal | undefined>>();
let known = { version: -1, readAt: 0 };
/** Of this isolate. What was read before one is worth nothing to the next request. */
let writes = 0;

/** Before `publicAnswer`, where an answer changes with the time of day: it is made anew every ten minutes. */
export const moving = createMiddleware<AppEnv>(async (c, next) => {
  c.set("moving", true);
  await next();
});

/**
 * For every GET that visitors may make: renders once a content version, answers 304 where the client has it
 * already, and tells edge and browser how long to keep it. `?fresh=1` is the administrator's way past all that.
 */
export const publicAnswer = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.query("fresh") === "1") {
    await requireAdministrator(c.env, c.req.header("Authorization"));
    return next();
  }
  const [key, arrived] = [keyOf(c), Date.now()];
  let waitedFor: Promise<unknown> | undefined;
  for (let patience = SLOWEST / TRUST; ; patience -= 1) {
    const trusted = current(c, key, arrived);
    if (trusted) return answer(c, trusted, 1);
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
  const before = writes;
  let refused: Refusal | undefined = unavailable("So it was for another who asked for the same.");
  try {
    const made = await within(SLOWEST, make(c, key, next), "D1_ERROR: there is no answer.");
    if (made) {
      c.res = undefined; // its body has been read, and Hono would merge the two
      c.res = made;
    }
    if (c.res.status < 500) refused = c.error instanceof Refusal ? c.error : undefined;
  } finally {
    if (rendering.get(key) === done.promise) rendering.delete(key);
    done.resolve(writes === before ? refused : undefined);
  }
});
states(publicAnswer, {
  access: "visitor",
  parameters: [
    {
      name: "fresh",
      in: "query",
      description: "1 reads past every cache, for administrators only.",
      schema: { type: "string", enum: ["1"] },
    },
    ifNoneMatch,
  ],
  answers: { 304: null },
  headers: [etagHeader],
  refuses: [401],
});

/** For a GET whose answer stays the same until the next deployment. */
export const buildAnswer = createMiddleware<AppEnv>(async (c, next) => {
  const caching = {
    ETag: `"${c.env.VERSION.id}"`,
    "Cache-Control": "no-cache",
    "Cloudflare-CDN-Cache-Control": "max-age=300, stale-while-revalidate=86400, stale-if-error=86400",
  };
  if (same(c.req.header("If-None-Match"), caching.ETag)) return c.body(null, 304, caching);
  await next();
  if (c.res.status === 200) for (const [name, value] of Object.entries(caching)) c.header(name, value);
});
states(buildAnswer, { parameters: [ifNoneMatch], answers: { 304: null }, headers: [etagHeader] });

/** After a write: this isolate asks again, and the edge forgets every public answer. Once a write, never more. */
export function forgetPublic({ executionCtx }: Pick<Context, "executionCtx">): void {
  known = { version: -1, readAt: 0 };
  writes += 1;
  const { cache } = executionCtx as ExecutionContext; // Hono's own type does not know `cache`
  // Refused past 5 a minute; then the edge is 10 s behind, and nothing else is wrong.
  if (cache) executionCtx.waitUntil(cache.purge({ tags: ["public"] }).catch(() => undefined));
}

/** @returns undefined where there is nothing to keep */
async function make(c: Context<AppEnv>, key: string, next: Next): Promise<Response | undefined> {
  const [readAt, clock, before] = [Date.now(), clockOf(c), writes];
  const version = await readContentVersion(c.var.db);
  if (writes === before) known = { version, readAt };
  const kept = answers.get(key);
  if (kept?.version === version && kept.clock === clock) return answer(c, used(key, kept), 10);
  await next();
  if (c.res.status !== 200) return undefined;
  const etag = `"${c.env.VERSION.id}-${version}-${clock}"`;
  const rendered = await keep(key, { version, clock, etag, at: readAt }, c.res);
  c.set("rendered", rendered);
  return answer(c, rendered, 10);
}

/** What is good enough for who asked at that time, however long it has waited since. */
function current(c: Context<AppEnv>, key: string, askedAt: number): Answer | undefined {
  const kept = answers.get(key);
  const trusted = askedAt - known.readAt < TRUST;
  if (!trusted || kept?.version !== known.version || kept.clock !== clockOf(c)) return undefined;
  return used(key, kept);
}

/** A request that waits for nothing of its own would be taken for one that hangs: the timer is that, too. */
async function orTooLong<T>(others: Promise<T>): Promise<T | undefined> {
  return Promise.race([others, new Promise<undefined>((resolve) => setTimeout(resolve, TRUST))]);
}

async function keep(
  key: string,
  since: Pick<Answer, "version" | "clock" | "etag" | "at">,
  rendered: Response,
): Promise<Answer> {
  const body = new Uint8Array(await rendered.arrayBuffer());
  const headersFor = (seconds: number) => new Headers([...rendered.headers, ...caching(since.etag, seconds)]);
  const kept = used(key, { ...since, body, headers: { 1: headersFor(1), 10: headersFor(10) } });
  let bytes = [...answers.values()].reduce((sum, other) => sum + other.body.length, 0);
  for (const [oldest, { body }] of answers) {
    if (answers.size <= KEPT && bytes <= KEPT_BYTES) break;
    answers.delete(oldest);
    bytes -= body.length;
  }
  return kept;
}

/** What this isolate last rendered of it, and until when that was known to be so. */
export function lastRendered(c: Context<AppEnv>): Pick<Rendered, "body" | "at"> | undefined {
  const kept = answers.get(keyOf(c));
  if (kept?.version !== known.version) return kept;
  return { body: kept.body, at: Math.max(kept.at, known.readAt) };
}

/** Puts it last in the order in which answers go. */
function used(key: string, kept: Answer): Answer {
  answers.delete(key);
  answers.set(key, kept);
  return kept;
}

function answer(c: Context<AppEnv>, { etag, body, headers }: Answer, seconds: 1 | 10): Response {
  if (same(c.req.header("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers: caching(etag, seconds) });
  }
  return new Response(body, { headers: headers[seconds] });
}

function caching(etag: string, seconds: number): [string, string][] {
  return [
    ["ETag", etag],
    ["Cache-Tag", "public"],
    ["Cache-Control", "no-cache"],
    ["Cloudflare-CDN-Cache-Control", `max-age=${seconds}, stale-while-revalidate=60, stale-if-error=86400`],
  ];
}

/** RFC 9110 §13.1.2: a list of tags or `*`, compared without regard to weakness. */
function same(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

function keyOf(c: Context<AppEnv>): string {
  return c.get("address") ?? pageAddress(new URL(c.req.url));
}

/** UTC; every answer that speaks of days changes at midnight. */
function clockOf(c: Context<AppEnv>): string {
  return new Date().toISOString().slice(0, c.get("moving") ? "2026-11-21T14:1".length : "2026-11-21".length);
}
