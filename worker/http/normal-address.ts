import { createMiddleware } from "hono/factory";
import { addressOf } from "../../web/status/texts/page-address.ts";
import type { AppEnv } from "../env.ts";
import { pageNotFound } from "./not-found.ts";

/**
 * Gives the routes the address that the caches go by, so that no spelling of one can be answered, or kept, as another.
 * A path that is not in its normal form is redirected to it, or there is nothing there.
 */
export const normalAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const reads = raw.method === "GET" || raw.method === "HEAD";
  const asked = addressOf(raw.url, raw.method);
  c.set("address", asked?.address ?? "/");
  if (asked && !asked.isNormal && reads) return c.redirect(asked.address, 301);
  if (!asked?.isNormal) throw pageNotFound(c.req.path);
  const url = `${originOf(raw.url)}${asked.address}`;
  // The body of a GET means nothing (RFC 9110 §9.3.1), and a Request with one cannot be made again from its parts.
  if (reads && raw.body) c.req.raw = new Request(url, { method: raw.method, headers: raw.headers });
  else if (url !== raw.url) c.req.raw = new Request(url, raw);
  await next();
});

/** Nothing reads the host, which may be anything that a client has put into its Host header. */
function originOf(url: string): string {
  const origin = /^https?:\/\/[\w.:[\]-]{1,260}(?=[/?#]|$)/.exec(url)?.[0] ?? "";
  // A port of 99999 comes this far.
  return URL.canParse(origin) ? origin : "http://localhost";
}
