import type { Context } from "hono";
import type { AppEnv } from "../env.ts";

/** What comes from outside is cut to so many characters, so that nobody can fill the log with one request. */
const MAX_CHARACTERS = 1_000;

/** One line of JSON; the path without its query and its secrets, which are nobody's business. */
export function logLine(
  level: "info" | "warn" | "error",
  c: Context<AppEnv>,
  facts: Record<string, string | number | undefined>,
): void {
  const line = {
    level,
    requestId: c.var.requestId,
    method: c.req.method,
    path: withoutToken(c.req.path),
    actor: c.var.actor,
    ...facts,
  };
  console[level](JSON.stringify(line, (_, value) => cut(value)));
}

/** The line of an answered request: of each that changes something, and of each whose credentials are refused. */
export function logRequest(c: Context<AppEnv>): void {
  const { status } = c.res;
  if (status === 401 || status === 403) logLine("warn", c, { status, reason: reasonOf(c.error) });
  else if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method)) logLine("info", c, { status });
}

/** The sentence that was answered, and what exactly is wrong with a token: its claim, never the claim's value. */
function reasonOf(error: Error | undefined): string | undefined {
  const { code, claim }: { code?: unknown; claim?: unknown } = Object(error?.cause);
  const finer = [code, claim].filter((part) => typeof part === "string").join(" ");
  return finer ? `${error?.message} (${finer})` : error?.message;
}

function cut(value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, MAX_CHARACTERS) : value;
}

/** A subscriber's token is all that it takes to act for them. */
function withoutToken(path: string): string {
  return path.replace(/^(\/subscriptions\/[^/]*\/)[^/]+/, "$1…");
}
