import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import type { CallDescription } from "../openapi/call.ts";
import { Refusal, unavailable } from "./errors.ts";

/**
 * Counts a call under a key by one of the rate limits of wrangler.toml, which all count by the minute.
 * @returns whether it is within the limit
 * @throws Refusal 503 where the rate limit does not answer
 */
export async function countCall(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    const { success } = await limiter.limit({ key });
    return success;
  } catch (error) {
    throw unavailable(error);
  }
}

/** @throws Refusal with the status once the limit is reached, and 503 where the rate limit does not answer */
export async function requireRate(
  limiter: RateLimit,
  key: string,
  message: string,
  status: 429 | 503 = 429,
): Promise<void> {
  if (!(await countCall(limiter, key)))
    throw new Refusal(status, message, { headers: { "Retry-After": "60" } });
}

// RateLimit header fields for HTTP, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/.

const WINDOW_SECONDS = 60;

/**
 * The rate limits that clients are told of: their names, and the calls a minute that wrangler.toml has for them.
 * @public for tests
 */
export const quotas = {
  KEY_RATE: { name: "calls", calls: 600 },
  CREATION_RATE: { name: "creations", calls: 60 },
  SUBSCRIBE_RATE: { name: "subscriptions", calls: 10 },
} as const;

type Limiter = keyof typeof quotas;

/** A quota of this request, and what is left of it as far as is known here. */
export interface Counted {
  limiter: Limiter;
  remaining: number;
  resetSeconds: number;
}

/**
 * Counts a call by a rate limit, and has the answer say so.
 * @throws Refusal 429 once the limit is reached, and 503 where it does not answer
 */
export async function requireQuota(
  c: Context<AppEnv>,
  limiter: Limiter,
  key: string,
  message: string,
): Promise<void> {
  try {
    await requireRate(c.env[limiter], key, message);
  } catch (error) {
    if (error instanceof Refusal && error.status === 429)
      recordCount(c, { limiter, remaining: 0, resetSeconds: WINDOW_SECONDS });
    throw error;
  }
  recordCount(c, countHere(limiter, key));
}

/** Adds the quotas that the request was counted by to its answer, also where it was refused. */
export const quotaHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const counted = c.var.counted ?? [];
  if (counted.length === 0) return;
  const policies = counted.map(
    ({ limiter }) => `"${quotas[limiter].name}";q=${quotas[limiter].calls};w=${WINDOW_SECONDS}`,
  );
  const left = counted.map(
    ({ limiter, remaining, resetSeconds }) => `"${quotas[limiter].name}";r=${remaining};t=${resetSeconds}`,
  );
  c.header("RateLimit-Policy", policies.join(", "));
  c.header("RateLimit", left.join(", "));
});

/** What a call that is counted says of its answers. */
export const quotaDescription = {
  headers: [
    {
      name: "RateLimit-Policy",
      description:
        'The quotas that the call counts toward. For example, `"calls";q=600;w=60` is 600 in 60 seconds.',
    },
    {
      name: "RateLimit",
      description:
        'At most this much of each quota is left, for example `"calls";r=599;t=60`. It can be less, because other locations count calls, too.',
    },
  ],
} satisfies CallDescription;

function recordCount(c: Context<AppEnv>, counted: Counted): void {
  c.set("counted", [...(c.var.counted ?? []), counted]);
}

const MAX_CALLERS = 1000;
/** The calls that this isolate has let through, by limiter and caller. */
const windows = new Map<string, { calls: number; endsAt: number }>();

/**
 * Cloudflare's rate limits do not say how much is left of them. What this isolate has let through itself is not more than
 * what they have counted, so that what is left is not more than this.
 */
function countHere(limiter: Limiter, key: string): Counted {
  const caller = `${limiter} ${key}`;
  const now = Date.now();
  const before = windows.get(caller);
  const isOver = before === undefined || before.endsAt <= now;
  const window = isOver ? { calls: 0, endsAt: now + WINDOW_SECONDS * 1000 } : before;
  window.calls += 1;
  windows.delete(caller);
  windows.set(caller, window);
  const [oldest] = windows.keys();
  if (windows.size > MAX_CALLERS && oldest !== undefined) windows.delete(oldest);
  return {
    limiter,
    remaining: Math.max(0, quotas[limiter].calls - window.calls),
    resetSeconds: Math.ceil((window.endsAt - now) / 1000),
  };
}
