import { createMiddleware } from "hono/factory";
import { normalizeAddress } from "../../web/status/addresses/page-address.ts";
import type { AppEnv } from "../env.ts";
import { pageNotFound } from "../http/not-found.ts";

export function cacheKey(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

/**
 * Normalizes the request's address, so that no two spellings of it are cached apart. It redirects a path that is not in its
 * normal form, or refuses it with 404.
 */
export const normalAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const reads = raw.method === "GET" || raw.method === "HEAD";
  const normalized = normalizeAddress(raw.url, raw.method);
  const address =
    normalized?.address ?? normalizeAddress(`http://localhost/?${raw.url.split("?")[1]}`)?.address ?? "/";
  const url = `${validOrigin(raw.url)}${address}`;
  // A GET's body means nothing (RFC 9110 §9.3.1), and `new Request` throws if it gets one.
  if (reads && raw.body) c.req.raw = new Request(url, { method: raw.method, headers: raw.headers });
  else if (url !== raw.url) c.req.raw = new Request(url, raw);
  if (normalized && !normalized.isNormal && reads) return c.redirect(address, 301);
  if (!normalized?.isNormal) throw pageNotFound(c.req.path);
  await next();
});

/** The host is whatever a client has sent in its Host header, even with the port 99999. */
function validOrigin(url: string): string {
  const origin = /^https?:\/\/[\w.:[\]-]{1,260}(?=[/?#]|$)/.exec(url)?.[0] ?? "";
  return URL.canParse(origin) ? origin : "http://localhost";
}
