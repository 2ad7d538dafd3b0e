import { asc, type SQL, sql } from "drizzle-orm";
import { isoTime } from "../shared/time/domain.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { guard, retryOnConflict } from "../storage/writes/batch-guard.ts";
import { componentColumns } from "./reads.ts";
import type { Component, ComponentStatuses } from "./schema.ts";
import { setComponentStatuses } from "./status-changes.ts";
import { statusRows } from "./status-history.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "./store.ts";
import { components } from "./table.ts";

/**
 * Sets all statuses or none.
 * @returns the components, in their order
 * @throws HttpError 400 for an unknown component
 */
export async function changeComponentStatuses(
  db: WriteDb<"public" | "webhooks">,
  statuses: ComponentStatuses,
): Promise<Component[]> {
  const allAreThere = sql`(SELECT count(*) FROM ${components} WHERE ${components.componentID} IN ${named(statuses)}) = ${statuses.length}`;
  db.audit.itemIDs = statuses.map(({ componentID }) => componentID);
  // If a component was deleted meanwhile, the retry names it in the error.
  return retryOnConflict(async () => {
    refuseUnknownComponents(await selectUnknownComponents(db, statuses));
    const now = isoTime(Date.now());
    const results = await db.batch([
      guard(db, allAreThere),
      ...setComponentStatuses(db, statusRows(statuses), { at: now, now, cause: "administrator" }),
      selectNamedComponents(db, statuses),
    ]);
    return results[results.length - 1] as Component[]; // the rows of the last statement
  });
}

export function selectNamedComponents(db: Db, statuses: ComponentStatuses) {
  return db
    .select(componentColumns)
    .from(components)
    .where(sql`${components.componentID} IN ${named(statuses)}`)
    .orderBy(asc(components.order));
}

function named(statuses: ComponentStatuses): SQL {
  return sql`(SELECT component_id FROM ${statusRows(statuses)})`;
}
