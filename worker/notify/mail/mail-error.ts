import { sql } from "drizzle-orm";
import type { Db } from "../../storage/db.ts";
import type { Attempt } from "../deliveries/store.ts";
import type { Lane } from "../outbox/domain.ts";
import { deliveries } from "../outbox/table.ts";

/** Mail that failed is due last, so it is among these however much mail waits. */
const MAX_READ_PER_KIND = 50;

/** Selects why mail waits for another attempt. A refused recipient is no such reason: other mail is still sent. */
export function selectMailError(db: Db) {
  const dueLast = (lane: Lane) => sql`SELECT * FROM (SELECT error FROM ${deliveries}
    WHERE state = 'waiting' AND next_at IS NOT NULL AND lane = ${lane} AND is_slow = 0 ORDER BY next_at DESC LIMIT ${MAX_READ_PER_KIND})`;
  return db
    .select({ error: sql<string | null>`min(error)` })
    .from(sql`(${dueLast("MAIL")} UNION ALL ${dueLast("CONFIRMATIONS")})`)
    .where(sql`error <> ''`);
}

export function changesMailError({ delivery, outcome }: Pick<Attempt, "delivery" | "outcome">): boolean {
  if (delivery.channel !== "email") return false;
  const after = outcome.state === undefined ? outcome.error : "";
  return delivery.error !== (after ?? "");
}
