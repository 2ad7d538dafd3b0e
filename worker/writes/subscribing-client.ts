import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { clientNetwork } from "../http/limits/client-network.ts";
import { countAcceptedCall } from "../http/limits/visitor-limits.ts";
import { channelOf } from "../notify/chat/registry.ts";
import type { Client } from "../notify/subscribers/subscribe.ts";
import { turnstileCheck } from "../notify/subscribers/turnstile-check.ts";

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
