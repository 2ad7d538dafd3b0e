import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import type { ComponentStatuses } from "./schema.ts";
import type { ComponentStatus } from "./statuses.ts";
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
  const wantedStatus = sql<ComponentStatus>`wanted.value ->> 'status'`;
  const differs = sql`${components.componentID} = ${wantedID} AND ${components.status} <> ${wantedStatus}`;
  const lastChange = sql`(SELECT max(${statusChanges.at}) FROM ${statusChanges}
    WHERE ${statusChanges.componentID} = ${components.componentID})`;
  return [
    db.insert(statusChanges).select(sql`
      SELECT NULL, ${components.componentID}, ${wantedStatus}, max(${at}, coalesce(${lastChange}, '')), ${cause}
      FROM ${wanted} JOIN ${components} ON ${differs}`),
    db.update(components).set({ status: wantedStatus, updatedAt: now }).from(wanted).where(differs),
  ] as const;
}
