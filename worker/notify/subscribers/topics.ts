import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { refuseUnknownGroups, selectUnknownGroups } from "../../components/groups/store.ts";
import { componentGroups } from "../../components/groups/table.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { components } from "../../components/table.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import { subscriberComponents, subscriberGroups } from "./table.ts";

interface Topics {
  components: string[];
  groups: string[];
}

/** For a batch. Give the results to `refuseUnknownTopics`. */
export function selectUnknownTopics(db: Db, chosen: Topics) {
  const named = chosen.components.map((componentID) => ({ componentID }));
  return [selectUnknownComponents(db, named), selectUnknownGroups(db, chosen.groups)] as const;
}

type Unknown = ReturnType<typeof selectUnknownTopics>;

/** @throws HttpError 400 if there is no such component or group */
export function refuseUnknownTopics(
  unknownComponents: Awaited<Unknown[0]>,
  unknownGroups: Awaited<Unknown[1]>,
): void {
  refuseUnknownComponents(unknownComponents, "IDs");
  refuseUnknownGroups(unknownGroups);
}

/** @param subscriberID a query for one `subscriber_id` at most */
export function replaceTopics(
  db: WriteDb,
  subscriberID: SQL,
  { everything, ...chosen }: Topics & { everything: boolean },
): BatchItem<"sqlite">[] {
  const statements = [
    db.delete(subscriberComponents).where(sql`subscriber_id = (${subscriberID})`),
    db.delete(subscriberGroups).where(sql`subscriber_id = (${subscriberID})`),
  ];
  if (everything) return statements;
  return [
    ...statements,
    db.insert(subscriberComponents).select(sql`
      SELECT s.subscriber_id, component_id FROM (${subscriberID}) AS s CROSS JOIN ${components}
      WHERE component_id IN ${listed(chosen.components)}`),
    db.insert(subscriberGroups).select(sql`
      SELECT s.subscriber_id, group_id FROM (${subscriberID}) AS s CROSS JOIN ${componentGroups}
      WHERE group_id IN ${listed(chosen.groups)}`),
  ];
}
