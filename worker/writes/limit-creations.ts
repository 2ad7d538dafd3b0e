import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { requireRate } from "../http/limits/rate-limit.ts";

export async function limitCreations(c: Context<AppEnv>): Promise<void> {
  const { actor = "" } = c.var;
  if (!actor.startsWith("key:")) return;
  const message = "Too many things were created with this API key: the limit is 60 a minute.";
  await requireRate(c.env.CREATION_RATE, actor, message);
}

/** Put it after `idempotent`, so that a repeat, which creates nothing, isn't counted. */
export const limitedCreation = createMiddleware<AppEnv>(async (c, next) => {
  await limitCreations(c);
  await next();
});
