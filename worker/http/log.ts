import type { Context } from "hono";
import type { AppEnv } from "../env.ts";

/** Nobody can fill the log with one request. */
const MAX_CHARACTERS = 1_000;
const MAX_ENTRIES = 100;

type Level = "info" | "warn" | "error";
type LogFields = Record<string, string | string[] | number | undefined>;

/** Writes one line of JSON. Nothing else in the Worker writes to the log. */
export function log(level: Level, fields: LogFields): void {
  console[level](JSON.stringify({ level, ...fields }, (_, value) => truncated(value)));
}

/** Logs what happened in a request: its path without the query, which is nobody's business. */
export function logLine(level: Level, c: Context<AppEnv>, fields: LogFields): void {
  const { requestId, actor } = c.var;
  log(level, { requestId, method: c.req.method, path: withoutToken(c.req.path), actor, ...fields });
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

function truncated(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES);
  return typeof value === "string" ? value.slice(0, MAX_CHARACTERS) : value;
}

/** A subscriber's token is all that it takes to act for them. */
function withoutToken(path: string): string {
  return path.replace(/^(\/subscriptions\/[^/]*\/)[^/]+/, "$1…");
}
