import { SECOND_MS } from "../../worker/shared/time/domain.ts";

/** A write without a response after this time is given up. */
export const REQUEST_TIMEOUT_MS = 20 * SECOND_MS;
const MIN_UPLOAD_BYTES_PER_SECOND = 10_000;

/** Uploads, such as a logo, get longer. */
export function timeoutMs(body: BodyInit | null | undefined): number {
  const bytes = typeof body === "string" ? body.length : 0;
  return REQUEST_TIMEOUT_MS + Math.floor(bytes / MIN_UPLOAD_BYTES_PER_SECOND) * SECOND_MS;
}
