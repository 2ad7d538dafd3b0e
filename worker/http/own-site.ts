import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { HttpError } from "./errors.ts";

/**
 * Another site could make each of its visitors subscribe strangers, each from a different network.
 * @throws HttpError 403 if a page of another site sent the request
 */
export function requireOwnSite(c: Context<AppEnv>): void {
  if (!isCrossSite(c)) return;
  throw new HttpError(
    403,
    "This was sent from another site. Nothing was changed. Open the status page and use its form.",
  );
}

function isCrossSite(c: Context<AppEnv>): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "cross-site";
  const origin = c.req.header("Origin");
  if (origin === undefined) return false; // not a browser, or an old one
  // Pages without a referrer send the origin "null". Those under /subscriptions/ need a secret link to be posted to.
  if (origin === "null") return !c.req.path.startsWith("/subscriptions/");
  return ![new URL(c.env.STATUS_PAGE_URL).origin, new URL(c.req.url).origin].includes(origin);
}
