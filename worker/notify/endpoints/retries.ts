import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../shared/time/domain.ts";

/** The waits after each failed try: ten tries in about 75 hours. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** This spreads the retries of receivers that failed at the same time. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * @param attempts the number of failed tries
 * @param retryAfter the response's header, in seconds or as an HTTP date (RFC 9110, 10.2.3)
 * @returns how many milliseconds to wait, or undefined after the last try
 */
export function retryDelay(attempts: number, retryAfter: string | null, now: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.max(jittered, Math.min(retryAfterMs(retryAfter, now), MAX_RETRY_AFTER_MS));
}

export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now) / SECOND_MS;
  return Number.isFinite(seconds) ? Math.max(0, seconds * SECOND_MS) : 0;
}
