import type { Context } from "hono";
import type { AppEnv } from "../env.ts";

const MAX_CHARACTERS = 1_000;
const MAX_ENTRIES = 100;

type Level = "info" | "warn" | "error";
type LogFields = Record<string, string | string[] | number | undefined>;

export function log(level: Level, fields: LogFields): void {
  console[level](JSON.stringify({ level, ...fields }, (_, value) => truncateValue(value)));
}

/** The query is private, so only the path is logged. */
export function logLine(level: Level, c: Context<AppEnv>, fields: LogFields): void {
  const { requestId, actor } = c.var;
  log(level, { requestId, method: c.req.method, path: withoutToken(c.req.path), actor, ...fields });
}

export function logRequest(c: Context<AppEnv>): void {
  const { status } = c.res;
  if (status === 401 || status === 403) logLine("warn", c, { status, reason: errorReason(c.error) });
  else if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method)) logLine("info", c, { status });
}

/** A token's error also names the invalid claim, never its value. */
function errorReason(error: Error | undefined): string | undefined {
  const { code, claim }: { code?: unknown; claim?: unknown } = Object(error?.cause);
  const detail = [code, claim].filter((part) => typeof part === "string").join(" ");
  const { logMessage: message = error?.message }: { logMessage?: string } = Object(error);
  return detail ? `${message} (${detail})` : message;
}

function truncateValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES);
  return typeof value === "string" ? value.slice(0, MAX_CHARACTERS) : value;
}

/** Anyone who has a subscriber's token can act for them, and some senders of alerts, and heartbeats, have their key in the address. */
function withoutToken(path: string): string {
  return path
    .replace(/^(\/subscriptions\/[^/]*\/|\/beat\/|\/api\/v0\/alerts\/[^/]*\/)[^/]+/i, "$1…")
    .replace(/(?<![0-9A-Za-z])[0-9A-Za-z]{40}(?![0-9A-Za-z])/g, "…");
}
