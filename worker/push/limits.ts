import { sql } from "drizzle-orm";
import { HttpError } from "../http/errors.ts";
import type { Db } from "../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS } from "../time/domain.ts";

/** Over all clients, and apart from the limits of emails and webhooks, so that neither can use up those of the other. */
const MAX_PER_MINUTE = 60;
const MAX_PER_DAY = 1000;
/** Each of them adds rows to the batch that opens an incident, which must stay small. */
const MAX_BROWSERS = 10_000;
/** Finding out that there are too many reads as many rows, so an isolate remembers it. */
const FULL_REFUSAL_MS = 10 * SECOND_MS;

let fullUntil = 0;

export function selectRecentBrowsers(db: Db) {
  return db
    .select({
      minute: sql<string | null>`${timeOfNthLast(MAX_PER_MINUTE)}`.as("minute"),
      day: sql<string | null>`${timeOfNthLast(MAX_PER_DAY)}`.as("day"),
    })
    .from(sql`(SELECT 1)`);
}

export function requireBrowsersBelowLimits([recent]: { minute: string | null; day: string | null }[]): void {
  const since = (at: string | null | undefined) => Date.parse(at ?? "") || 0;
  const waitMs = Math.max(since(recent?.minute) + MINUTE_MS, since(recent?.day) + DAY_MS) - Date.now();
  if (waitMs > 0) throw tooManyBrowsers(waitMs);
}

/** A condition that a batch can be guarded by. */
export function areBrowsersBelowLimits(now: number) {
  return sql`coalesce(${timeOfNthLast(MAX_PER_MINUTE)}, '') <= ${isoTime(now - MINUTE_MS)}
    AND coalesce(${timeOfNthLast(MAX_PER_DAY)}, '') <= ${isoTime(now - DAY_MS)} AND ${timeOfNthLast(MAX_BROWSERS)} IS NULL`;
}

/** @throws HttpError 429 if this isolate found a short time ago that there are too many */
export function refuseWhileFull(): void {
  if (Date.now() < fullUntil) throw tooManyBrowsers(DAY_MS);
}

/** For after a batch that was refused. */
export async function limitError(db: Db): Promise<HttpError> {
  const [row] = await db
    .select({ isFull: sql<number>`${timeOfNthLast(MAX_BROWSERS)} IS NOT NULL`.as("is_full") })
    .from(sql`(SELECT 1)`);
  if (!row?.isFull) return tooManyBrowsers(MINUTE_MS);
  fullUntil = Date.now() + FULL_REFUSAL_MS;
  return tooManyBrowsers(DAY_MS);
}

function tooManyBrowsers(waitMs: number): HttpError {
  return new HttpError(429, "Too many people are subscribing right now. Please try again later.", {
    headers: { "Retry-After": `${Math.ceil(waitMs / SECOND_MS)}` },
  });
}

function timeOfNthLast(last: number) {
  return sql`(SELECT created_at FROM ${subscribers} WHERE channel = 'push'
    ORDER BY created_at DESC LIMIT 1 OFFSET ${last - 1})`;
}
