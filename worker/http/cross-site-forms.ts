import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { describe } from "../openapi/call.ts";
import { Refusal } from "./errors.ts";

/**
 * Answers 403 for a form that another site's page sends: it would have its visitors subscribe anybody, each from an
 * address of their own.
 */
export const refuseCrossSiteForm = createMiddleware<AppEnv>(async (c, next) => {
  if (isFromOtherSite(c)) throw otherSite();
  await next();
});

/** The same for a call that scripts of any origin may make: a form is no script. */
export const refuseCrossSiteNavigation = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("Sec-Fetch-Mode") === "navigate" && isFromOtherSite(c)) throw otherSite();
  await next();
});
describe(refuseCrossSiteNavigation, { refuses: [403] });

function isFromOtherSite(c: Context<AppEnv>): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "cross-site";
  const origin = c.req.header("Origin");
  if (origin === undefined) return false; // no browser, or none that tells
  // Pages that send no referrer have no origin, either: those of the links in mails, which nobody else can post to.
  if (origin === "null") return !c.req.path.startsWith("/subscriptions/");
  return ![new URL(c.env.STATUS_PAGE_URL).origin, new URL(c.req.url).origin].includes(origin);
}

function otherSite(): Refusal {
  return new Refusal(
    403,
    "This form was sent from another site. Nothing was changed. Open the status page and use its form.",
  );
}
