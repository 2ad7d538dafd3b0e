import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import type { StatedParameter } from "../openapi/call.ts";

/** How an administrator reads what is stored now, and what visitors do not see. */
export const fresh: StatedParameter = {
  name: "fresh",
  in: "query",
  description: "`1` reads the database past every cache. For administrators only.",
  schema: { type: "string", enum: ["1"] },
};

export function asksPastCaches(c: Context<AppEnv>): boolean {
  return c.req.query("fresh") === "1";
}
