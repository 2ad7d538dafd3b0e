import { sql } from "drizzle-orm";
import type { HttpError } from "../../http/errors.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { subscribers } from "../subscribers/table.ts";
import { tooManySubscribing } from "../subscribers/total-limits.ts";

/** Each confirmed one adds rows to the batch that opens an incident, which must stay small. */
const MAX_BROWSERS = 10_000;
/** Finding out that there are too many reads as many rows, so an isolate remembers it. */
const FULL_REFUSAL_MS = 10 * SECOND_MS;

let fullUntil = 0;

/** A condition that a batch can be guarded by. Only confirmed browsers count, so that made-up ones can't use up the limit. */
export function areBrowsersBelowMaximum() {
  return sql`${lastAllowedBrowser} IS NULL`;
}

/** @throws HttpError 429 if this isolate found a short time ago that there are too many */
export function refuseWhileFull(): void {
  if (Date.now() < fullUntil) throw tooManySubscribing(DAY_MS);
}

/** For after a batch that was refused. */
export async function limitError(db: Db): Promise<HttpError> {
  const [row] = await db
    .select({ isFull: sql<number>`${lastAllowedBrowser} IS NOT NULL`.as("is_full") })
    .from(sql`(SELECT 1)`);
  if (!row?.isFull) return tooManySubscribing(MINUTE_MS);
  fullUntil = Date.now() + FULL_REFUSAL_MS;
  return tooManySubscribing(DAY_MS);
}

/** Both parts are read from indexes alone. There are far fewer unconfirmed ones. */
const unconfirmed = sql`(SELECT count(*) FROM ${subscribers} INDEXED BY subscribers_unconfirmed_push
  WHERE channel = 'push' AND state = 'unconfirmed')`;
const lastAllowedBrowser = sql`(SELECT created_at FROM ${subscribers} WHERE channel = 'push'
  ORDER BY created_at DESC LIMIT 1 OFFSET ${MAX_BROWSERS - 1} + ${unconfirmed})`;
