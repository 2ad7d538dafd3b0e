import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

/** One line of JSON; the path without its query and its secrets, which are nobody's business. */
export function logLine(level: "info" | "error", c: Context<AppEnv>, facts: Record<string, unknown>): void {
  const line = {
    level,
    requestId: c.var.requestId,
    method: c.req.method,
    path: withoutToken(c.req.path),
    ...facts,
  };
  console[level](JSON.stringify(line));
}

/** A subscriber's token is all that it takes to act for them. */
function withoutToken(path: string): string {
  return path.replace(/^(\/subscriptions\/[^/]*\/)[^/]+/, "$1…");
}
