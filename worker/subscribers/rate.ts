import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { states } from "../openapi/call.ts";

/** Lets a client ask 10 times a minute; then 429. */
export const subscribeRate = createMiddleware<AppEnv>(async (c, next) => {
  const { success } = await c.env.SUBSCRIBE_RATE.limit({ key: clientOf(c.req.header("CF-Connecting-IP")) });
  if (!success) {
    throw new Refusal(429, "Too many requests from your IP address. Please try again in a minute.", {
      headers: { "Retry-After": "60" },
    });
  }
  await next();
});
states(subscribeRate, { refuses: [429] });

/** An IPv6 client has 2^64 addresses to itself: they count as one. */
export function clientOf(address = ""): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.parts.slice(0, 4).join(":");
}
