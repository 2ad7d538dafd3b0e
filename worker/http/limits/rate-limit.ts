import { HttpError, unavailable } from "../errors.ts";

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
