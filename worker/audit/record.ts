import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { components } from "../components/table.ts";
import { noticeComponents, notices } from "../notices/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { isoTime } from "../time/domain.ts";
import type { AuditItem, AuditKind } from "./domain.ts";
import { privateFields, snapshots } from "./snapshots.ts";
import { auditDrafts, auditEntries } from "./table.ts";

const MAX_TEXT_CHARACTERS = 1000;
const MAX_LIST_CHARACTERS = 4000;
const MAX_LIST_ENTRIES = 20;
const MAX_LISTED_CHARACTERS = 300;

export interface AuditActor {
  actor: string;
  actorName: string;
  requestID: string;
}

/**
 * Put the first around the other statements of a batch and the second at its end: entries say what these changed, or nothing
 * is stored. A notice's entry is followed by one for each component whose status it changed.
 */
export function recordEntries(
  db: WriteDb,
  { actor, actorName, requestID }: AuditActor,
  items: AuditItem[],
): { first: BatchItem<"sqlite">[]; last: BatchItem<"sqlite">[] } {
  const batchID = newID();
  const at = isoTime(Date.now());
  const hasNotices = items.some(({ kind }) => isNotice(kind));
  const draft = sql`${auditDrafts} AS d`;
  const isOfBatch = sql`d.batch_id = ${batchID}`;
  const who = sql`${at}, ${actor}, ${actorName}`;
  return {
    first: kindsOf(items).map((kind) =>
      db.insert(auditDrafts).select(
        sql`SELECT NULL, ${batchID}, ${kind}, i.value ->> 'action', i.value ->> 'itemID', i.value ->> 'noticeUpdateID',
          coalesce(${snapshots[kind](sql`i.value ->> 'itemID'`, sql`i.value ->> 'noticeUpdateID'`)}, '{}'),
          ${isNotice(kind) ? componentStatuses : sql`'{}'`}
          FROM json_each(${JSON.stringify(items.filter((item) => item.kind === kind))}) AS i`,
      ),
    ),
    last: [
      ...kindsOf(items).map((kind) => {
        const now = sql`coalesce(${snapshots[kind](sql`d.item_id`, sql`d.notice_update_id`)}, '{}')`;
        const drafts = sql`SELECT d.*, ${now} AS now FROM ${draft} WHERE ${isOfBatch} AND d.kind = ${kind}`;
        // Without MATERIALIZED, SQLite would read the item again for each of its fields.
        return db.insert(auditEntries).select(
          sql`WITH e AS MATERIALIZED (${drafts}) SELECT NULL, ${who}, e.kind, e.action, e.item_id, ${nameOf(kind)}, e.notice_update_id,
            ${requestID}, ${difference(sql`e.fields`, sql`e.now`)}, ${difference(sql`e.now`, sql`e.fields`)}
            FROM e WHERE ${hasFields(kind) ? sql`e.fields <> e.now` : sql`true`}`,
        );
      }),
      ...(hasNotices
        ? [
            db.insert(auditEntries).select(
              sql`SELECT NULL, ${who}, 'component', 'changed', c.component_id, c.name, NULL, ${requestID},
                json_object('status', s.value), json_object('status', c.status)
                FROM ${draft} CROSS JOIN json_each(d.component_statuses) AS s
                CROSS JOIN ${components} AS c ON c.component_id = s.key
                WHERE ${isOfBatch} AND c.status <> s.value ORDER BY c."order"`,
            ),
          ]
        : []),
      db.delete(auditDrafts).where(sql`batch_id = ${batchID}`),
    ],
  };
}

function isNotice(kind: AuditKind): boolean {
  return kind === "incident" || kind === "maintenance";
}

function kindsOf(items: AuditItem[]): AuditKind[] {
  return [...new Set(items.map(({ kind }) => kind))];
}

const componentStatuses = sql`(SELECT json_group_object(c.component_id, c.status) FROM (
  SELECT component_id FROM ${noticeComponents} WHERE notice_id = i.value ->> 'itemID'
  UNION SELECT named.value FROM json_each(i.value, '$.componentIDs') AS named) AS a
  CROSS JOIN ${components} AS c ON c.component_id = a.component_id)`;

/** What is done with a subscriber or an archive is recorded without fields. */
function hasFields(kind: AuditKind): boolean {
  return kind !== "subscriber" && kind !== "archive";
}

function nameOf(kind: AuditKind): SQL {
  if (kind === "postmortem")
    return sql`coalesce((SELECT name FROM ${notices} WHERE notice_id = e.item_id), '')`;
  const field = sql.raw(kind === "metric" ? "'$.title'" : "'$.name'");
  return sql`coalesce(e.now ->> ${field}, e.fields ->> ${field}, '')`;
}

/** The fields of `fields` that `others` doesn't have, or has otherwise. */
function difference(fields: SQL, others: SQL): SQL {
  const isPrivate = sql`key IN (${sql.join(
    privateFields.map((field) => sql`${field}`),
    sql`, `,
  )})`;
  return sql`(SELECT json_group_object(key, json(iif(${isPrivate}, '"(private)"', ${shortened})))
    FROM json_each(${fields}) AS changed WHERE type <> 'null' AND (${fields} -> fullkey) IS NOT (${others} -> fullkey))`;
}

const shortText = (value: SQL, max: number) =>
  sql`iif(length(${value}) > ${max}, substr(${value}, 1, ${max}) || '…', ${value})`;

/** The JSON of a value of `json_each`. */
const shortened = sql`CASE type
  WHEN 'text' THEN json_quote(${shortText(sql`value`, MAX_TEXT_CHARACTERS)})
  WHEN 'object' THEN iif(length(value) > ${MAX_TEXT_CHARACTERS}, json_quote(${shortText(sql`value`, MAX_TEXT_CHARACTERS)}), value)
  WHEN 'array' THEN iif(length(value) <= ${MAX_LIST_CHARACTERS} AND json_array_length(value) <= ${MAX_LIST_ENTRIES}, value, (
    SELECT json_group_array(line) FROM (
      SELECT * FROM (SELECT ${shortText(sql`each.value`, MAX_LISTED_CHARACTERS)} AS line
        FROM json_each(changed.value) AS each LIMIT ${MAX_LIST_ENTRIES})
      UNION ALL SELECT '…' WHERE json_array_length(value) > ${MAX_LIST_ENTRIES})))
  WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE value END`;
