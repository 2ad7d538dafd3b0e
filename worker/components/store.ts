import { eq, sql } from "drizzle-orm";
import { errorIncludes, invalidField, refuseUnknownIDs } from "../http/errors.ts";
import { isoTime } from "../shared/time/domain.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import { freeOrder, makeRoom, makeRoomForNew, newOrder } from "../storage/ordering.ts";
import { guardExpected, guardUnchanged, requireUnchanged } from "../storage/preconditions.ts";
import { requireCapacity } from "../storage/require-capacity.ts";
import { guard } from "../storage/writes/batch-guard.ts";
import { copyToDeletedComponents } from "./copy-to-notices.ts";
import { MAX_COMPONENTS } from "./domain.ts";
import { componentGroups } from "./groups/table.ts";
import { componentColumns, onlyComponent, readComponent } from "./reads.ts";
import type { Component, ComponentChange, NewComponent } from "./schema.ts";
import { setComponentStatuses } from "./status-changes.ts";
import { statusRows } from "./status-history.ts";
import { components, statusChanges } from "./table.ts";

const ordered = { table: components, id: components.componentID, beside: componentGroups };

/** @throws HttpError 400 for an unknown group, or 409 if there are already `MAX_COMPONENTS` */
export async function addComponent(db: WriteDb<"public">, input: NewComponent): Promise<Component> {
  const componentID = idForNewItem(db);
  const { name, description = "", status = "Operational", order, groupID = null, ...display } = input;
  const now = isoTime(Date.now());
  const batch = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${components}) < ${MAX_COMPONENTS}`),
    makeRoomForNew(db, ordered, componentID, order),
    db
      .insert(components)
      .values({
        componentID,
        name,
        description,
        status,
        groupID,
        ...display,
        order: newOrder(ordered, componentID, order),
        createdAt: now,
        updatedAt: now,
      })
      .returning(componentColumns),
    db.insert(statusChanges).values({ componentID, status, at: now, cause: "created" }),
  ]);
  const [, , added] = await requireCapacity(MAX_COMPONENTS, "components", refuseUnknownGroup(groupID, batch));
  return onlyComponent(added);
}

/** @throws HttpError 404, 400 for an unknown group, or 409 if the component has changed since `unchangedSince` */
export async function changeComponent(
  db: WriteDb<"public" | "webhooks">,
  { componentID, unchangedSince }: { componentID: string; unchangedSince: string | undefined },
  change: ComponentChange,
): Promise<Component> {
  const now = isoTime(Date.now());
  const { order, status, ...rest } = change;
  const condition = eq(components.componentID, componentID);
  const setStatus = status
    ? setComponentStatuses(db, statusRows([{ componentID, status }]), {
        at: now,
        now,
        cause: "administrator",
      })
    : [];
  const batch = db.batch([
    guardExpected(db, { table: components, condition, unchangedSince }),
    ...setStatus,
    makeRoom(db, ordered, componentID, order),
    db
      .update(components)
      .set({
        ...rest,
        updatedAt: now,
        order: freeOrder(ordered, componentID, order),
      })
      .where(condition)
      .returning(componentColumns),
  ]);
  const read = async () => onlyComponent(await db.select(componentColumns).from(components).where(condition));
  const results = await requireUnchanged(refuseUnknownGroup(change.groupID, batch), read);
  return onlyComponent(results[results.length - 1] as Component[]); // the rows of the last statement
}

/**
 * Its status history is deleted, too, while its notices keep naming it. Succeeds if it is already deleted.
 * @throws HttpError 409 if the component has changed since `unchangedSince`
 */
export async function deleteComponent(
  db: WriteDb<"public">,
  { componentID, unchangedSince }: { componentID: string; unchangedSince: string | undefined },
): Promise<void> {
  const condition = eq(components.componentID, componentID);
  const batch = db.batch([
    guardUnchanged(db, { table: components, condition, unchangedSince }),
    ...copyToDeletedComponents(db, componentID),
    db.delete(components).where(condition),
  ]);
  await requireUnchanged(batch, () => readComponent(db, componentID));
}

/** The foreign key of `groupID` is the only one that these writes can violate. */
function refuseUnknownGroup<T>(groupID: string | null | undefined, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (typeof groupID !== "string" || !errorIncludes(error, "FOREIGN KEY constraint failed")) throw error;
    const message = `There is no group ${groupID}.`;
    throw invalidField("groupID", message);
  });
}

export function selectUnknownComponents(db: Db, named: { componentID: string }[]) {
  const ids = JSON.stringify(named.map(({ componentID }) => componentID));
  return db
    .select({ componentID: sql<string>`value`, position: sql<number>`key` })
    .from(sql`json_each(${ids})`)
    .where(sql`value NOT IN (SELECT ${components.componentID} FROM ${components})`);
}

/** @param entries of the request's list, because an error names a place in it */
export function refuseUnknownComponents(
  unknown: { componentID: string; position: number }[],
  entries: "IDs" | "statuses" = "statuses",
): void {
  const field = entries === "IDs" ? "" : ".componentID";
  refuseUnknownIDs(
    unknown.map(({ componentID, position }) => ({
      path: `components.${position}${field}`,
      message: `There is no component ${componentID}.`,
    })),
  );
}
