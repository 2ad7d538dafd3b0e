import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { subscriberComponents, subscribers } from "./table.ts";

/**
 * Who hears about something of these components: confirmed subscribers of any of them, or of everything.
 * A condition on `subscribers`, for a statement of any kind.
 * @param componentIDs a subquery, as in `SELECT component_id FROM …`
 * @public
 */
export function hearsOf(componentIDs: SQL): SQL {
  return sql`${subscribers.state} = 'confirmed' AND (${subscribers.everything} OR EXISTS (
    SELECT 1 FROM ${subscriberComponents}
    WHERE ${subscriberComponents.subscriberID} = ${subscribers.subscriberID}
      AND ${subscriberComponents.componentID} IN (${componentIDs})))`;
}

/**
 * How many would hear of something of these components; to be awaited, or put into a batch.
 * @public
 */
export function countHearing(db: Db, componentIDs: string[]) {
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(componentIDs)})`;
  return db.select({ count: sql<number>`count(*)` }).from(subscribers).where(hearsOf(ids));
}
