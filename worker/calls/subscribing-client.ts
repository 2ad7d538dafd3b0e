import type { Context } from "hono";
import { channelOf } from "../channels/registry.ts";
import type { AppEnv } from "../env.ts";
import { clientNetwork } from "../http/client-network.ts";
import { countAcceptedCall } from "../http/visitor-limits.ts";
import type { Client } from "../subscribers/subscribe.ts";
import { turnstileCheck } from "../subscribers/turnstile-check.ts";

/** @param token Turnstile's */
export function subscribingClient(c: Context<AppEnv>, token: string): Client {
  const remoteIP = c.req.header("CF-Connecting-IP");
  return {
    network: clientNetwork(c),
    channelOf,
    checkTurnstile: turnstileCheck(c.env, { token, remoteIP }),
    countCall: () => countAcceptedCall(c),
  };
}
