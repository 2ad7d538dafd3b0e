import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { MINUTE_SECONDS, SECOND_MS } from "../time/domain.ts";
import type { CallDescription } from "./call.ts";
import { HttpError, unavailable } from "./errors.ts";

/**
 * @returns whether the call is within the limit. All limits in wrangler.toml count by the minute.
 * @throws HttpError 503 if the rate limit does not respond
 */
export async function countCall(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    const { success } = await limiter.limit({ key });
    return success;
  } catch (error) {
    throw unavailable(error);
  }
}

export async function requireRate(
  limiter: RateLimit,
  key: string,
  message: string,
  status: 429 | 503 = 429,
): Promise<void> {
  if (!(await countCall(limiter, key)))
    throw new HttpError(status, message, { headers: { "Retry-After": "60" } });
}

const WINDOW_SECONDS = MINUTE_SECONDS;

/**
 * The limits that response headers report, as wrangler.toml has them.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 * @public for tests
 */
export const quotas = {
  KEY_RATE: { name: "calls", callsPerMinute: 600 },
  CREATION_RATE: { name: "creations", callsPerMinute: 60 },
  SUBSCRIBE_RATE: { name: "subscriptions", callsPerMinute: 10 },
} as const;

type Limiter = keyof typeof quotas;

export interface QuotaUse {
  limiter: Limiter;
  remaining: number;
  resetSeconds: number;
}

export async function requireQuota(
  c: Context<AppEnv>,
  limiter: Limiter,
  key: string,
  message: string,
): Promise<void> {
  try {
    await requireRate(c.env[limiter], key, message);
  } catch (error) {
    if (error instanceof HttpError && error.status === 429)
      recordUse(c, { limiter, remaining: 0, resetSeconds: WINDOW_SECONDS });
    throw error;
  }
  recordUse(c, countLocally(limiter, key));
}

export const quotaHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const uses = c.var.quotaUses ?? [];
  if (uses.length === 0) return;
  const policies = uses.map(
    ({ limiter }) => `"${quotas[limiter].name}";q=${quotas[limiter].callsPerMinute};w=${WINDOW_SECONDS}`,
  );
  const remaining = uses.map(
    ({ limiter, remaining, resetSeconds }) => `"${quotas[limiter].name}";r=${remaining};t=${resetSeconds}`,
  );
  c.header("RateLimit-Policy", policies.join(", "));
  c.header("RateLimit", remaining.join(", "));
});

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

function recordUse(c: Context<AppEnv>, use: QuotaUse): void {
  c.set("quotaUses", [...(c.var.quotaUses ?? []), use]);
}

const MAX_CALLERS = 1000;
const windows = new Map<string, { calls: number; endsAt: number }>();

/**
 * Cloudflare's rate limits do not report what remains. This isolate's own count is a lower bound of theirs, so its remainder
 * is an upper bound.
 */
function countLocally(limiter: Limiter, key: string): QuotaUse {
  const caller = `${limiter} ${key}`;
  const now = Date.now();
  const previous = windows.get(caller);
  const hasEnded = previous === undefined || previous.endsAt <= now;
  const window = hasEnded ? { calls: 0, endsAt: now + WINDOW_SECONDS * SECOND_MS } : previous;
  window.calls += 1;
  windows.delete(caller);
  windows.set(caller, window);
  const [oldest] = windows.keys();
  if (windows.size > MAX_CALLERS && oldest !== undefined) windows.delete(oldest);
  return {
    limiter,
    remaining: Math.max(0, quotas[limiter].callsPerMinute - window.calls),
    resetSeconds: Math.ceil((window.endsAt - now) / SECOND_MS),
  };
}
