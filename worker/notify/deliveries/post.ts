import { readAtMost } from "../../http/read-body.ts";
import { KiB } from "../../shared/domain.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";

export const TIMEOUT_MS = 10 * SECOND_MS;
/** A challenge and every service's error messages are shorter. */
const MAX_RESPONSE_BYTES = 4 * KiB;

/** An HTTP date has 29 characters. */
const MAX_RETRY_AFTER_CHARACTERS = 40;

export type Answer = (Answered | Unanswered) & {
  /** Not set if nothing was posted. */
  durationMs?: number;
};

interface Answered {
  status: number;
  /** Empty if it is longer than any valid value. */
  text: string;
  retryAfter: string | null;
}

interface Unanswered {
  status: null;
  /** A sentence without the address. */
  reason: string;
}

/** A redirect counts as a failure, because it could lead into a private network. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const startedAt = Date.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "Daymark", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    // With the status, the receiver has said what it did. A body that breaks off doesn't change that.
    const bytes = await readAtMost(response, MAX_RESPONSE_BYTES).catch(() => undefined);
    return {
      durationMs: Date.now() - startedAt,
      status: response.status,
      text: bytes ? new TextDecoder().decode(bytes) : "",
      retryAfter: response.headers.get("Retry-After")?.slice(0, MAX_RETRY_AFTER_CHARACTERS) ?? null,
    };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    const reason = isTimeout
      ? `There was no answer within ${timeoutMs / SECOND_MS} seconds.`
      : "The address could not be reached.";
    return { durationMs: Date.now() - startedAt, status: null, reason };
  }
}
