import { Refusal } from "./errors.ts";

/**
 * Counts a call under a key by one of the rate limits of wrangler.toml, which all count by the minute.
 * @throws Refusal with the status once the limit is reached
 */
export async function requireRate(
  limiter: RateLimit,
  key: string,
  message: string,
  status: 429 | 503 = 429,
): Promise<void> {
  const { success } = await limiter.limit({ key });
  if (!success) throw new Refusal(status, message, { headers: { "Retry-After": "60" } });
}
