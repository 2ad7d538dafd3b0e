import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import type { ComponentStatuses } from "./schema.ts";
import { components, statusChanges } from "./table.ts";

/**
 * Statements that set statuses and record each one that really changed, for the batch of whatever caused them.
 * @param at when it changed. An incident can be noticed late; a component's history still only grows at its end.
 * @param cause `administrator`, or what set it, as in `incident:4fR…`
 */
export function setComponentStatuses(
  db: Db,
  statuses: ComponentStatuses,
  { at, now, cause }: { at: string; now: string; cause: string },
) {
  // One parameter however many components: D1 takes 100 a statement.
  const wanted = sql`json_each(${JSON.stringify(statuses)}) AS wanted`;
  const wantedID = sql`wanted.value ->> 'componentID'`;
  const wantedStatus = sql`wanted.value ->> 'status'`;
  const lastChange = sql`(SELECT max(at) FROM ${statusChanges} AS s WHERE s.component_id = c.component_id)`;
  return [
    db.run(sql`
      INSERT INTO ${statusChanges} (component_id, status, at, cause)
      SELECT c.component_id, ${wantedStatus}, max(${at}, coalesce(${lastChange}, '')), ${cause}
      FROM ${wanted} JOIN ${components} AS c ON c.component_id = ${wantedID}
      WHERE c.status <> ${wantedStatus}`),
    db.run(sql`
      UPDATE ${components} SET status = ${wantedStatus}, updated_at = ${now}
      FROM ${wanted}
      WHERE ${components}.component_id = ${wantedID} AND ${components}.status <> ${wantedStatus}`),
  ] as const;
}
