import { asc, inArray, sql } from "drizzle-orm";
import { componentWebhooks } from "../endpoints/component-changes.ts";
import { guard, retryOnConflict } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import type { Component, ComponentStatuses } from "./schema.ts";
import { setComponentStatuses, statusRows } from "./status-changes.ts";
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
  const componentIDs = sql`(SELECT component_id FROM ${statusRows(statuses)})`;
  const allAreThere = sql`(SELECT count(*) FROM ${components} WHERE ${components.componentID} IN ${componentIDs}) = ${statuses.length}`;
  db.audit.items = statuses.map(({ componentID }) => ({ itemID: componentID }));
  // If a component was deleted meanwhile, the retry names it in the error.
  return retryOnConflict(async () => {
    refuseUnknownComponents(await selectUnknownComponents(db, statuses));
    const now = new Date().toISOString();
    const webhooks = componentWebhooks(db);
    const results = await db.batch([
      guard(db, allAreThere),
      ...webhooks.before,
      ...setComponentStatuses(db, statusRows(statuses), { at: now, now, cause: "administrator" }),
      ...webhooks.after,
      db
        .select()
        .from(components)
        .where(inArray(components.componentID, componentIDs))
        .orderBy(asc(components.order)),
    ]);
    return results[results.length - 1] as Component[]; // the rows of the last statement
  });
}
