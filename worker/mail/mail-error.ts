import { sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import type { Attempt } from "./store.ts";
import { mailDeliveries } from "./table.ts";

/** Mail that failed is due last, so it is among these however much mail waits. */
const MAX_READ_PER_KIND = 50;

/** Selects why mail waits for another attempt. A refused recipient is no such reason: other mail is still sent. */
export function selectMailError(db: Db) {
  const dueLast = (isConfirmation: 0 | 1) => sql`SELECT * FROM (SELECT error FROM ${mailDeliveries}
    WHERE state = 'waiting' AND is_confirmation = ${isConfirmation} ORDER BY next_at DESC LIMIT ${MAX_READ_PER_KIND})`;
  return db
    .select({ error: sql<string | null>`min(error)` })
    .from(sql`(${dueLast(0)} UNION ALL ${dueLast(1)})`)
    .where(sql`error <> ''`);
}

export function changesMailError({ delivery, outcome }: Attempt): boolean {
  if (!delivery) return false;
  const after = outcome.state === undefined ? outcome.error : "";
  return delivery.error !== (after ?? "");
}
