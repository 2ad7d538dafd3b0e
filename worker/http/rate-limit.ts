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
