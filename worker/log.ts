import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

/** One line of JSON; the path without its query, since a query can hold what is nobody's business. */
export function logLine(level: "info" | "error", c: Context<AppEnv>, facts: Record<string, unknown>): void {
  const line = { level, requestId: c.var.requestId, method: c.req.method, path: c.req.path, ...facts };
  console[level](JSON.stringify(line));
}
