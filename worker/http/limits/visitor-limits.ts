import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../env.ts";
import { describe } from "../call.ts";
import { clientNetwork } from "./client-network.ts";
import { recordMiss, requireUnblocked } from "./guess-limit.ts";
import { requireRate } from "./rate-limit.ts";

const MESSAGE = "Too many requests from your IP address. Please try again in a minute.";

/** Counts a call that nothing refuses anymore. Each client network has ten a minute. */
export async function countAcceptedCall(c: Context<AppEnv>): Promise<void> {
  await requireRate(c.env.SUBSCRIBE_RATE, clientNetwork(c), MESSAGE);
  c.set("isCounted", true);
}

/** For calls that only their body, form or link can refuse: put it after these. */
export const acceptedCall = createMiddleware<AppEnv>(async (c, next) => {
  await countAcceptedCall(c);
  await next();
});

/** A refused or repeated call costs nothing of the ten. Like wrong guesses, 60 of them a minute are read, and no more. */
export const limitRefusedCalls = createMiddleware<AppEnv>(async (c, next) => {
  const caller = `visitor ${clientNetwork(c)}`;
  requireUnblocked(caller, MESSAGE);
  await next();
  const isAccepted = c.var.isCounted && c.res.status < 400;
  if (!isAccepted && c.res.status < 500) await recordMiss(c.env, caller, []);
});
describe(limitRefusedCalls, { errorStatuses: [429] });
