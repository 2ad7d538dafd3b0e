import { asc, eq, sql } from "drizzle-orm";
import { notFound } from "../../http/errors.ts";
import type { ListFilter } from "../../http/lists/list-filter.ts";
import type { Db } from "../../storage/db.ts";
import { type ComponentStatus, worstStatus } from "../domain.ts";
import { changesByComponent, selectStatusChanges } from "../status-history.ts";
import { components } from "../table.ts";
import { windowStart } from "../uptime.ts";
import type { Group, GroupUptime } from "./schema.ts";
import { componentGroups } from "./table.ts";
import { computeGroupUptime } from "./uptime.ts";

type Row = typeof componentGroups.$inferSelect;

interface Member {
  componentID: string;
  groupID: string | null;
  status: ComponentStatus;
}

/** Put it into the batch that reads the components, and pass both to `toGroups`. */
export function selectGroups(db: Db) {
  return db.select().from(componentGroups).orderBy(asc(componentGroups.order));
}

/** @param members the components in their order. Components of no group or of others are left out. */
export function toGroups(rows: Row[], members: Member[]): Group[] {
  const byGroup = Map.groupBy(members, ({ groupID }) => groupID);
  return rows.map((row) => toGroup(row, byGroup.get(row.groupID) ?? []));
}

export async function listGroups(
  db: Db,
  { status, since }: ListFilter<ComponentStatus> = {},
): Promise<Group[]> {
  const [rows, members] = await db.batch([selectGroups(db), selectMembers(db)]);
  return toGroups(rows, members).filter(
    (group) =>
      (status === undefined || group.status === status) && (since === undefined || group.createdAt >= since),
  );
}

export async function readGroup(db: Db, groupID: string): Promise<Group> {
  const group = await findGroup(db, groupID);
  if (!group) throw notFound("group");
  return group;
}

export async function findGroup(db: Db, groupID: string): Promise<Group | undefined> {
  const [[row], members] = await db.batch([selectGroup(db, groupID), selectMembers(db, groupID)]);
  return row && toGroup(row, members);
}

export async function readGroupUptime(
  db: Db,
  groupID: string,
  window: { days: GroupUptime["days"]; now: string },
): Promise<GroupUptime> {
  const [[group], members, changes] = await db.batch([
    selectGroup(db, groupID),
    selectMembers(db, groupID),
    selectStatusChanges(db, windowStart(window.days, window.now), { groupID, each: true }),
  ]);
  if (!group) throw notFound("group");
  return computeGroupUptime(group, { members, changesOf: changesByComponent(changes) }, window);
}

export function selectGroup(db: Db, groupID: string) {
  return db.select().from(componentGroups).where(eq(componentGroups.groupID, groupID));
}

export function selectMembers(db: Db, groupID?: string) {
  const { componentID, groupID: memberOf, status, order, createdAt, showsUptime, uptimeSince } = components;
  return db
    .select({ componentID, groupID: memberOf, status, createdAt, showsUptime, uptimeSince })
    .from(components)
    .where(groupID === undefined ? sql`${memberOf} IS NOT NULL` : eq(memberOf, groupID))
    .orderBy(asc(order));
}

function toGroup({ groupID, name, order, createdAt, updatedAt }: Row, members: Member[]): Group {
  return {
    groupID,
    name,
    status: worstStatus(members.map(({ status }) => status)),
    componentIDs: members.map(({ componentID }) => componentID),
    order,
    createdAt,
    updatedAt,
  };
}

export function onlyGroup([row]: Row[], members: Member[]): Group {
  if (!row) throw notFound("group");
  return toGroup(row, members);
}
