import { asc, eq, sql } from "drizzle-orm";
import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { changedMeanwhile, notFound, Refusal } from "../errors.ts";
import { guard, isUnmet } from "../guard.ts";
import { newID } from "../ids.ts";
import { listed, setComponentStatuses } from "./history.ts";
import type { Component, ComponentChange, ComponentStatuses, NewComponent } from "./schema.ts";
import { components, statusChanges } from "./table.ts";

/** All components in their order; to be awaited, or put into a batch. */
export function selectComponents(db: Db) {
  return db.select().from(components).orderBy(asc(components.order));
}

export async function addComponent(db: Db, input: NewComponent): Promise<Component> {
  const componentID = newID();
  const { name, description = "", status = "Operational" } = input;
  const now = new Date().toISOString();
  const [added] = await db.batch([
    db
      .insert(components)
      .values({ componentID, name, description, status, order: behindAll(), createdAt: now, updatedAt: now })
      .returning(),
    db.insert(statusChanges).values({ componentID, status, at: now, cause: "created" }),
    raiseContentVersion(db),
  ]);
  return one(added, componentID);
}

/** Now in seconds, raised above the greatest order in use: computed by the statement that inserts, so no two tie. */
function behindAll() {
  const now = Math.floor(Date.now() / 1000);
  return sql<number>`(SELECT max(${now}, coalesce(max("order") + 1, 0)) FROM ${components})`;
}

/**
 * @param unchangedSince the `updatedAt` that the change was made on; refused with 409 when it has moved on
 * @throws Refusal 404 or 409
 */
export async function changeComponent(
  db: Db,
  { componentID, unchangedSince }: { componentID: string; unchangedSince: string | undefined },
  change: ComponentChange,
): Promise<Component> {
  const now = new Date().toISOString();
  const { order, status, ...rest } = change;
  const which = eq(components.componentID, componentID);
  const expected = sql`EXISTS (SELECT 1 FROM ${components}
    WHERE ${which} AND ${components.updatedAt} = ${unchangedSince ?? sql`${components.updatedAt}`})`;
  const statuses = listed(status ? [{ componentID, status }] : []);
  try {
    const [, , , , rows] = await db.batch([
      guard(db, expected),
      ...setComponentStatuses(db, statuses, { at: now, now, cause: "administrator" }),
      makeRoom(db, componentID, order ?? null),
      db
        .update(components)
        .set({
          ...rest,
          updatedAt: now,
          order: order === undefined ? undefined : freeOrder(componentID, order),
        })
        .where(which)
        .returning(),
      raiseContentVersion(db),
    ]);
    return one(rows, componentID);
  } catch (error) {
    if (isUnmet(error))
      throw changedMeanwhile(one(await db.select().from(components).where(which), componentID));
    throw error;
  }
}

/** Where another component has the wanted order, all behind that one move back by one: the two never tie. */
function makeRoom(db: Db, componentID: string, order: number | null) {
  return db
    .update(components)
    .set({ order: sql`${components.order} + 1` })
    .where(
      sql`${components.order} > ${order} AND ${components.componentID} <> ${componentID}
        AND ${taken(componentID, order)}`,
    );
}

/** The wanted order, or the place just behind the component that has it. */
function freeOrder(componentID: string, order: number) {
  return sql<number>`${order} + ${taken(componentID, order)}`;
}

function taken(componentID: string, order: number | null) {
  return sql`EXISTS (SELECT 1 FROM ${components} AS other
    WHERE other."order" = ${order} AND other.component_id <> ${componentID})`;
}

/** Deletes its history too; deleting what is not there changes nothing. */
export async function deleteComponent(db: Db, componentID: string): Promise<void> {
  await db.batch([
    db.delete(components).where(eq(components.componentID, componentID)),
    raiseContentVersion(db),
  ]);
}

/** Those that no component has, with their place in the list; to be awaited, or put into a batch. */
export function selectUnknownComponents(db: Db, statuses: ComponentStatuses) {
  const ids = JSON.stringify(statuses.map(({ componentID }) => componentID));
  return db
    .select({ componentID: sql<string>`value`, position: sql<number>`key` })
    .from(sql`json_each(${ids})`)
    .where(sql`value NOT IN (SELECT ${components.componentID} FROM ${components})`);
}

export function refuseUnknownComponents(unknown: { componentID: string; position: number }[]): void {
  if (unknown.length === 0) return;
  const errors = unknown.map(({ componentID, position }) => ({
    path: `components.${position}.componentID`,
    message: `There is no component ${componentID}.`,
  }));
  throw new Refusal(400, errors[0]?.message ?? "", { errors });
}

function one(rows: Component[], componentID: string): Component {
  const [row] = rows;
  if (!row) throw notFound(`component ${componentID}`);
  return row;
}
