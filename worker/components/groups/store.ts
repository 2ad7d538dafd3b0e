import { eq, sql } from "drizzle-orm";
import { refuseUnknownIDs } from "../../http/errors.ts";
import { subscriberComponents, subscriberGroups } from "../../notify/subscribers/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { freeOrder, makeRoom, makeRoomForNew, newOrder } from "../../storage/ordering.ts";
import { guardExpected, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { components } from "../table.ts";
import { MAX_GROUPS } from "./domain.ts";
import { onlyGroup, readGroup, selectMembers } from "./reads.ts";
import type { Group, GroupChange, NewGroup } from "./schema.ts";
import { componentGroups } from "./table.ts";

const ordered = { table: componentGroups, id: componentGroups.groupID, beside: components };

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
  return onlyGroup(added, []);
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
  return onlyGroup(rows, members);
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
