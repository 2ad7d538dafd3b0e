import { asc, eq, sql } from "drizzle-orm";
import { notFound, refuseUnknownIDs } from "../../http/errors.ts";
import type { ListFilter } from "../../http/lists/list-filter.ts";
import { subscriberComponents, subscriberGroups } from "../../notify/subscribers/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { freeOrder, makeRoom, makeRoomForNew, newOrder } from "../../storage/ordering.ts";
import { guardExpected, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { type ComponentStatus, worstStatus } from "../domain.ts";
import { changesByComponent, selectStatusChanges } from "../status-history.ts";
import { components } from "../table.ts";
import { windowStart } from "../uptime.ts";
import { MAX_GROUPS } from "./domain.ts";
import type { Group, GroupChange, GroupUptime, NewGroup } from "./schema.ts";
import { componentGroups } from "./table.ts";
import { computeGroupUptime } from "./uptime.ts";

const ordered = { table: componentGroups, id: componentGroups.groupID, beside: components };

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

/** @throws HttpError 409 if there are already `MAX_GROUPS` */
export async function addGroup(db: WriteDb<"public">, { name, order }: NewGroup): Promise<Group> {
  const groupID = idForNewItem(db);
  const now = isoTime(Date.now());
  const batch = db.batch([
    guard(db, sql`(SELECT count(*) FROM ${componentGroups}) < ${MAX_GROUPS}`),
    makeRoomForNew(db, ordered, groupID, order),
    db
      .insert(componentGroups)
      .values({ groupID, name, order: newOrder(ordered, groupID, order), createdAt: now, updatedAt: now })
      .returning(),
  ]);
  const [, , added] = await requireCapacity(MAX_GROUPS, "groups", batch);
  return one(added, []);
}

/** @throws HttpError 404, or 409 if the group has changed since `unchangedSince` */
export async function changeGroup(
  db: WriteDb<"public">,
  { groupID, unchangedSince }: { groupID: string; unchangedSince: string | undefined },
  { name, order }: GroupChange,
): Promise<Group> {
  const condition = eq(componentGroups.groupID, groupID);
  const batch = db.batch([
    guardExpected(db, { table: componentGroups, condition, unchangedSince }),
    makeRoom(db, ordered, groupID, order),
    db
      .update(componentGroups)
      .set({ name, updatedAt: isoTime(Date.now()), order: freeOrder(ordered, groupID, order) })
      .where(condition)
      .returning(),
    selectMembers(db, groupID),
  ]);
  const [, , rows, members] = await requireUnchanged(batch, () => readGroup(db, groupID));
  return one(rows, members);
}

/**
 * Its components stay, without a group, and its subscribers become theirs. Succeeds if it is already deleted.
 * @throws HttpError 409 if the group has changed since `unchangedSince`
 */
export async function deleteGroup(
  db: WriteDb<"public">,
  { groupID, unchangedSince }: { groupID: string; unchangedSince: string | undefined },
): Promise<void> {
  const condition = eq(componentGroups.groupID, groupID);
  const batch = db.batch([
    guardUnchanged(db, { table: componentGroups, condition, unchangedSince }),
    keepSubscriptions(db, groupID),
    db
      .update(components)
      .set({ groupID: null, updatedAt: isoTime(Date.now()) })
      .where(eq(components.groupID, groupID)),
    db.delete(componentGroups).where(condition),
  ]);
  await requireUnchanged(batch, () => readGroup(db, groupID));
}

function keepSubscriptions(db: WriteDb, groupID: string) {
  return db
    .insert(subscriberComponents)
    .select(sql`
      SELECT followed.subscriber_id, member.component_id FROM ${subscriberGroups} AS followed
      CROSS JOIN ${components} AS member WHERE followed.group_id = ${groupID} AND member.group_id = ${groupID}`)
    .onConflictDoNothing();
}

export function selectUnknownGroups(db: Db, groupIDs: string[]) {
  return db
    .select({ groupID: sql<string>`value`, position: sql<number>`key` })
    .from(sql`json_each(${JSON.stringify(groupIDs)})`)
    .where(sql`value NOT IN (SELECT ${componentGroups.groupID} FROM ${componentGroups})`);
}

export function refuseUnknownGroups(unknown: { groupID: string; position: number }[]): void {
  refuseUnknownIDs(
    unknown.map(({ groupID, position }) => ({
      path: `groups.${position}`,
      message: `There is no group ${groupID}.`,
    })),
  );
}

export function selectGroup(db: Db, groupID: string) {
  return db.select().from(componentGroups).where(eq(componentGroups.groupID, groupID));
}

function selectMembers(db: Db, groupID?: string) {
  const { componentID, groupID: memberOf, status, order, createdAt } = components;
  return db
    .select({ componentID, groupID: memberOf, status, createdAt })
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

function one([row]: Row[], members: Member[]): Group {
  if (!row) throw notFound("group");
  return toGroup(row, members);
}
