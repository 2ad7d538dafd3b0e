import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { AppEnv } from "../../env.ts";

export function clientNetwork(c: Context<AppEnv>): string {
  return toNetwork(c.req.header("CF-Connecting-IP"), 48);
}

/** One IPv6 client has 2^64 addresses, and a rented network often 2^80, so each counts as one. */
export function toNetwork(address = "", prefixBits: 48 | 64 = 64): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.parts.slice(0, prefixBits / 16).join(":");
}
