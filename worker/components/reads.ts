import { asc, eq } from "drizzle-orm";
import { notFound } from "../http/errors.ts";
import type { ListFilter } from "../http/lists/list-filter.ts";
import { columnsFor } from "../storage/columns-for.ts";
import type { Db } from "../storage/db.ts";
import { matchesFilter } from "../storage/matches-filter.ts";
import type { ComponentStatus } from "./domain.ts";
import type { Component, ComponentUptime } from "./schema.ts";
import { changesByComponent, selectStatusChanges } from "./status-history.ts";
import { components } from "./table.ts";
import { computeUptime, windowStart } from "./uptime.ts";

export const componentColumns = columnsFor<Component>()(components, {});

export function selectComponents(db: Db, filter: ListFilter<ComponentStatus> = {}) {
  return db
    .select(componentColumns)
    .from(components)
    .where(matchesFilter(components, filter))
    .orderBy(asc(components.order));
}

export function selectComponentsOfGroup(db: Db, groupID: string) {
  return db
    .select(componentColumns)
    .from(components)
    .where(eq(components.groupID, groupID))
    .orderBy(asc(components.order));
}

export function selectComponent(db: Db, componentID: string) {
  return db.select(componentColumns).from(components).where(eq(components.componentID, componentID));
}

export async function readComponent(db: Db, componentID: string): Promise<Component> {
  return onlyComponent(await selectComponent(db, componentID));
}

export async function readUptime(
  db: Db,
  componentID: string,
  window: { days: ComponentUptime["days"]; now: string },
): Promise<ComponentUptime> {
  const [found, changes] = await db.batch([
    selectComponent(db, componentID),
    selectStatusChanges(db, windowStart(window.days, window.now), { componentID, each: true }),
  ]);
  return computeUptime(onlyComponent(found), changesByComponent(changes).get(componentID), window);
}

export function onlyComponent(rows: Component[]): Component {
  const [row] = rows;
  if (!row) throw notFound("component");
  return row;
}
