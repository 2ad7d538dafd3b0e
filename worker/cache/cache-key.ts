import { createMiddleware } from "hono/factory";
import { addressOf } from "../../web/status/texts/page-address.ts";
import type { AppEnv } from "../env.ts";
import { pageNotFound } from "../http/not-found.ts";

/** The key of every cache: path and query of a URL, which `normalAddress` has given its one spelling. */
export function cacheKey(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

/**
 * Gives the request the one spelling of its address, so that no other spelling can be answered, or cached, as another
 * answer. A path that is not in its normal form is redirected to it, or there is nothing there.
 */
export const normalAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const reads = raw.method === "GET" || raw.method === "HEAD";
  const sent = addressOf(raw.url, raw.method);
  // The page of a refusal is in the language that was asked for, and its links stay on this origin.
  const address = sent?.address ?? addressOf(`http://localhost/?${raw.url.split("?")[1]}`)?.address ?? "/";
  const url = `${originOf(raw.url)}${address}`;
  // The body of a GET means nothing (RFC 9110 §9.3.1), and a Request with one cannot be made again from its parts.
  if (reads && raw.body) c.req.raw = new Request(url, { method: raw.method, headers: raw.headers });
  else if (url !== raw.url) c.req.raw = new Request(url, raw);
  if (sent && !sent.isNormal && reads) return c.redirect(address, 301);
  if (!sent?.isNormal) throw pageNotFound(c.req.path);
  await next();
});

/** Nothing reads the host, which may be anything that a client has put into its Host header. */
function originOf(url: string): string {
  const origin = /^https?:\/\/[\w.:[\]-]{1,260}(?=[/?#]|$)/.exec(url)?.[0] ?? "";
  // A port of 99999 comes this far.
  return URL.canParse(origin) ? origin : "http://localhost";
}
