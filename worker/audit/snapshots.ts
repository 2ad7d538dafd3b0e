import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { components } from "../components/table.ts";
import { componentGroups } from "../groups/table.ts";
import { metrics } from "../metrics/table.ts";
import { noticeComponents, notices, noticeUpdates } from "../notices/table.ts";
import { postmortems } from "../postmortems/table.ts";
import { apiKeys, settings } from "../settings/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { templates } from "../templates/table.ts";
import type { AuditKind } from "./domain.ts";

const MAX_LISTED_COMPONENTS = 1000;
/** Each is a name and a value. */
const MAX_FIELDS = 16;

/** An entry says only that these changed. */
export const privateFields = ["sourceEmailAddress", "turnstileSecret"];

/** Each gives the item's fields as a JSON object, or null if there is no such item. */
export const snapshots: Record<AuditKind, (itemID: SQL, noticeUpdateID: SQL) => SQL> = {
  component: ofTable(components, "componentID", ["createdAt", "updatedAt"]),
  group: ofTable(componentGroups, "groupID", ["createdAt", "updatedAt"]),
  incident: ofNotice,
  maintenance: ofNotice,
  postmortem: ofTable(postmortems, "noticeID", ["postmortemID", "createdAt", "updatedAt"]),
  template: ofTable(templates, "templateID", ["nameKey", "createdAt", "updatedAt"]),
  metric: ofTable(metrics, "metricID", [
    ...["collectionError", "collectionNote", "collectedUntil", "createdAt", "updatedAt"],
  ]),
  channel: ofChannel,
  apiKey: ofTable(apiKeys, "id", ["value", "encryptedValue", "hash", "createdDate", "lastUsedAt"]),
  settings: () => sql`(SELECT ${fieldsOf(settings, ["id", "updatedAt"])} FROM ${settings} AS item LIMIT 1)`,
  // The log must not keep an address that was erased.
  subscriber: () => sql`NULL`,
  archive: () => sql`NULL`,
};

function ofTable<T extends SQLiteTable>(
  table: T,
  idField: keyof T["_"]["columns"] & string,
  omitted: string[],
) {
  const { [idField]: id } = getTableColumns(table);
  return (itemID: SQL) => sql`(SELECT ${fieldsOf(table, [idField, ...omitted])}
    FROM ${table} AS item WHERE item.${sql.identifier(id?.name ?? "")} = ${itemID})`;
}

/** Every column but the omitted ones, so that a new column is in the log unless somebody decides otherwise. */
function fieldsOf(table: SQLiteTable, omitted: string[]): SQL {
  const fields = Object.entries(getTableColumns(table)).flatMap(([field, { name, dataType, generated }]) => {
    if (omitted.includes(field) || generated !== undefined) return [];
    const column = sql`item.${sql.identifier(name)}`;
    if (dataType === "boolean") return sql`${sql.raw(`'${field}'`)}, json(iif(${column}, 'true', 'false'))`;
    return sql`${sql.raw(`'${field}'`)}, ${dataType === "json" ? sql`json(${column})` : column}`;
  });
  return jsonObject(fields);
}

/** D1 allows 32 arguments of a function at most. Null, which `json_patch` leaves out, is in no entry. */
function jsonObject(fields: SQL[]): SQL {
  const first = sql`json_object(${sql.join(fields.slice(0, MAX_FIELDS), sql`, `)})`;
  return fields.length <= MAX_FIELDS
    ? first
    : sql`json_patch(${first}, ${jsonObject(fields.slice(MAX_FIELDS))})`;
}

function ofNotice(itemID: SQL, noticeUpdateID: SQL): SQL {
  const affected = sql`SELECT c.name || ': ' || a.status AS line FROM ${noticeComponents} AS a
    CROSS JOIN ${components} AS c ON c.component_id = a.component_id
    WHERE a.notice_id = item.notice_id ORDER BY c."order" LIMIT ${MAX_LISTED_COMPONENTS}`;
  const fields = sql`json_object('name', item.name, 'status', item.status, 'message', item.message,
    'startAt', item.start_at, 'endAt', item.end_at, 'createdAt', item.created_at,
    'components', (SELECT json_group_array(line) FROM (${affected})),
    'updates', (SELECT count(*) FROM ${noticeUpdates} AS each WHERE each.notice_id = item.notice_id),
    'updateStatus', u.status, 'updateMessage', u.message, 'updateCreatedAt', u.created_at)`;
  return sql`(SELECT ${fields} FROM ${notices} AS item LEFT JOIN ${noticeUpdates} AS u
    ON u.notice_update_id = ${noticeUpdateID} AND u.notice_id = item.notice_id WHERE item.notice_id = ${itemID})`;
}

/** Not its address, because whoever knows it may be able to post to it. */
function ofChannel(itemID: SQL): SQL {
  return sql`(SELECT json_object('name', item.name, 'channel', item.channel,
    'failures', json(iif(item.hears_failures, 'true', 'false')), 'everything', json(iif(item.everything, 'true', 'false')),
    'timeZone', item.time_zone, 'secretVersion', (SELECT e.secret_version FROM endpoints AS e WHERE e.subscriber_id = item.subscriber_id),
    'components', (SELECT json_group_array(component_id) FROM (SELECT component_id FROM subscriber_components
      WHERE subscriber_id = item.subscriber_id ORDER BY component_id)),
    'groups', (SELECT json_group_array(group_id) FROM (SELECT group_id FROM subscriber_groups
      WHERE subscriber_id = item.subscriber_id ORDER BY group_id)))
    FROM ${subscribers} AS item WHERE item.subscriber_id = ${itemID} AND item.is_team)`;
}
