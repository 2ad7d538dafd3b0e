import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { hashOf } from "../hash.ts";
import { states } from "../openapi/call.ts";
import { hasApiKey } from "../settings/api-keys.ts";

/** Lets pass whoever sends one of the API keys, 600 times a minute each; 401 for everybody else, then 429. */
export const apiKey = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.req.header("x-api-key")?.trim() ?? "";
  if (key === "") throw new Refusal(401, "Send an API key in the x-api-key header.");
  if (!/^[0-9A-Za-z]{40}$/.test(key)) throw new Refusal(401, "This API key is not valid.");
  const hash = await hashOf(key);
  // Asked every time, at the primary: a deleted key stops working at once.
  if (!(await hasApiKey(c.var.db, hash))) throw new Refusal(401, "This API key is not valid.");
  const { success } = await c.env.KEY_RATE.limit({ key: hash });
  if (!success) {
    throw new Refusal(429, "Too many requests with this API key: 600 a minute are the most.", {
      headers: { "Retry-After": "60" },
    });
  }
  await next();
});
states(apiKey, { access: "API key", refuses: [401, 429] });
