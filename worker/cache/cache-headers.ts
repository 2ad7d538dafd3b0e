import { addStandardHeaders } from "../http/headers.ts";
import { DAY_SECONDS } from "../shared/time/domain.ts";
import type { CachedResponse } from "./memory.ts";

export function cacheHeaders(edgeTTLSeconds: number): Record<string, string> {
  return {
    "Cache-Tag": "public",
    "Cache-Control": "no-cache",
    "Cloudflare-CDN-Cache-Control": `max-age=${edgeTTLSeconds}, stale-while-revalidate=60, stale-if-error=${DAY_SECONDS}`,
  };
}

export function publicHeaders(
  key: string,
  etag: string,
  rendered: Record<string, string>,
): CachedResponse["headers"] {
  const [path = ""] = key.split("?");
  const headersFor = (edgeTTLSeconds: 1 | 10) => {
    const cachingHeaders = { ...cacheHeaders(edgeTTLSeconds), ETag: etag };
    const whole = new Headers({ ...rendered, ...cachingHeaders });
    addStandardHeaders(whole, path, 200);
    const notModified = new Headers(cachingHeaders);
    addStandardHeaders(notModified, path, 304);
    return { whole, notModified };
  };
  return { 1: headersFor(1), 10: headersFor(10) };
}
