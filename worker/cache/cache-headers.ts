import { addStandardHeaders } from "../http/headers.ts";
import type { Answer } from "./memory.ts";

/**
 * Browsers revalidate each time. The edge answers for so many seconds, and longer while it revalidates or gets errors, unless
 * the tag is purged.
 */
export function cacheHeaders(seconds: number): Record<string, string> {
  return {
    "Cache-Tag": "public",
    "Cache-Control": "no-cache",
    "Cloudflare-CDN-Cache-Control": `max-age=${seconds}, stale-while-revalidate=60, stale-if-error=86400`,
  };
}

/** All headers of a public answer but `Strict-Transport-Security`, which depends on the request's scheme. */
export function publicHeaders(
  key: string,
  etag: string,
  rendered: Record<string, string>,
): Answer["headers"] {
  const [path = ""] = key.split("?");
  const headersFor = (seconds: 1 | 10) => {
    const caching = { ...cacheHeaders(seconds), ETag: etag };
    const whole = new Headers({ ...rendered, ...caching });
    addStandardHeaders(whole, path, 200);
    const notModified = new Headers(caching);
    addStandardHeaders(notModified, path, 304);
    return { whole, notModified };
  };
  return { 1: headersFor(1), 10: headersFor(10) };
}
