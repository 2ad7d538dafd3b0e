import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { describe } from "./call.ts";
import { HttpError } from "./errors.ts";

/** Another site could make its visitors send forms that subscribe strangers, each from a different network. */
export const refuseCrossSiteForm = createMiddleware<AppEnv>(async (c, next) => {
  if (isCrossSite(c)) throw crossSiteError();
  await next();
});
describe(refuseCrossSiteForm, { errorStatuses: [403] });

/** CORS allows scripts of any origin to make these calls, but forms navigate. */
export const refuseCrossSiteNavigation = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("Sec-Fetch-Mode") === "navigate" && isCrossSite(c)) throw crossSiteError();
  await next();
});
describe(refuseCrossSiteNavigation, { errorStatuses: [403] });

function isCrossSite(c: Context<AppEnv>): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "cross-site";
  const origin = c.req.header("Origin");
  if (origin === undefined) return false; // not a browser, or an old one
  // Pages without a referrer send the origin "null". Those under /subscriptions/ need a secret link to be posted to.
  if (origin === "null") return !c.req.path.startsWith("/subscriptions/");
  return ![new URL(c.env.STATUS_PAGE_URL).origin, new URL(c.req.url).origin].includes(origin);
}

function crossSiteError(): HttpError {
  return new HttpError(
    403,
    "This form was sent from another site. Nothing was changed. Open the status page and use its form.",
  );
}
