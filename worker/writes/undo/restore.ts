import { and, eq, getTableName, gt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { getTableConfig, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changedStatus } from "../../components/status-changes.ts";
import { statusesFromOtherNotices } from "../../components/status-from-other-notices.ts";
import { components, statusChanges, statusOverrides } from "../../components/table.ts";
import { cancelledMaintenances } from "../../notices/maintenance/table.ts";
import { postmortems } from "../../notices/postmortem/table.ts";
import { proposals } from "../../notices/proposals/table.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "../../notices/table.ts";
import { resumeWithdrawn } from "../../notify/outbox/queue.ts";
import { deliveries, messages } from "../../notify/outbox/table.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import { type Former, type Rows, storedColumns } from "./capture.ts";
import { type Undo, undos } from "./table.ts";

/**
 * Fails the batch if somebody else has changed since what the write changed, or if its messages are being sent. A reminder or
 * the email about a write-up is another message.
 */
export function guardUnchangedSince(db: Db, undo: Undo, former: Former, now: string) {
  const { token, noticeID, messageID, writtenAt } = undo;
  const formerComponents = sql`json_each(${JSON.stringify(former.components)}) AS former`;
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${undos} WHERE ${undos.token} = ${token} AND ${undos.expiresAt} > ${now})
      AND ${isNoticeUnchanged(undo, former)}
      AND NOT EXISTS (SELECT 1 FROM ${formerComponents} LEFT JOIN ${components} AS c ON c.component_id = former.value ->> '$[0]'
        WHERE coalesce(c.updated_at, '') NOT IN (former.value ->> '$[2]', ${writtenAt}))
      AND ${JSON.stringify(former.others)} = ${statusesFromOtherNotices(sql`(SELECT former.value ->> '$[0]' FROM ${formerComponents})`, noticeID)}
      AND NOT EXISTS (SELECT 1 FROM ${messages} AS m WHERE m.notice_id = ${noticeID} AND m.created_at >= ${writtenAt}
        AND m.message_id <> ${messageID})
      AND NOT EXISTS (SELECT 1 FROM ${deliveries} AS d WHERE d.message_id = ${messageID})`,
  );
}

function isNoticeUnchanged({ noticeID, noticeUpdateID, writtenAt }: Undo, former: Former): SQL {
  const [before] = former.notices;
  const isNotice = sql`n.notice_id = ${noticeID}`;
  if (before && noticeUpdateID === null)
    return sql`NOT EXISTS (SELECT 1 FROM ${notices} AS n WHERE ${isNotice})`;
  // Writing a write-up doesn't change the incident's time.
  const publishedAt = before?.[storedColumns(notices).indexOf(notices.postmortemPublishedAt.name)];
  const hasSameWriteUp =
    publishedAt === undefined
      ? sql`NOT EXISTS (SELECT 1 FROM ${postmortems} AS p WHERE p.notice_id = n.notice_id)`
      : sql`n.postmortem_published_at IS ${publishedAt}`;
  return sql`EXISTS (SELECT 1 FROM ${notices} AS n WHERE ${isNotice} AND n.changed_at = ${writtenAt} AND ${hasSameWriteUp})`;
}

/** The statements that undo a write: they delete what it added or changed, and write the former rows again. */
export function undoStatements(
  db: WriteDb<"public" | "mail">,
  undo: Undo,
  former: Former,
): BatchItem<"sqlite">[] {
  const { kind, noticeID, noticeUpdateID, messageID } = undo;
  const cause = `${kind}:${noticeID}`;
  const wasCreated = former.notices.length === 0;
  const forgetChanges = db
    .delete(statusChanges)
    .where(and(gt(statusChanges.id, former.lastChangeID ?? 0), eq(statusChanges.cause, cause)))
    .returning(changedStatus(statusChanges.status, statusChanges.previousStatus));
  db.audit.statusChanges.push(forgetChanges);
  return [
    db.delete(messages).where(eq(messages.messageID, messageID)),
    forgetChanges,
    db.delete(statusOverrides).where(eq(statusOverrides.cause, cause)),
    db.delete(cancelledMaintenances).where(eq(cancelledMaintenances.maintenanceID, noticeID)),
    db.delete(noticeComponents).where(eq(noticeComponents.noticeID, noticeID)),
    ...(noticeUpdateID === null
      ? []
      : [db.delete(noticeUpdates).where(eq(noticeUpdates.noticeUpdateID, noticeUpdateID))]),
    ...(wasCreated ? [db.delete(notices).where(eq(notices.noticeID, noticeID))] : []),
    ...undoRows(db, notices, former.notices),
    ...undoRows(db, noticeUpdates, former.updates),
    ...undoRows(db, noticeUpdateComponents, former.updateComponents),
    ...undoRows(db, noticeComponents, former.noticeComponents),
    ...undoRows(db, deletedComponents, former.deletedComponents),
    ...undoRows(db, postmortems, former.postmortems),
    ...undoRows(db, proposals, former.proposals),
    ...undoRows(db, statusChanges, former.statusChanges),
    ...undoRows(db, statusOverrides, former.statusOverrides),
    db
      .update(components)
      .set({ status: sql`former.value ->> '$[1]'`, updatedAt: sql`former.value ->> '$[2]'` })
      .from(sql`json_each(${JSON.stringify(former.components)}) AS former`)
      .where(sql`component_id = former.value ->> '$[0]' AND updated_at <> former.value ->> '$[2]'`),
    db
      .update(noticeComponents)
      .set({ restoreStatus: sql`former.value ->> '$[2]'`, restoreSeenAt: sql`former.value ->> '$[3]'` })
      .from(sql`json_each(${JSON.stringify(former.restoreStatuses)}) AS former`)
      .where(
        sql`notice_id = former.value ->> '$[0]' AND component_id = former.value ->> '$[1]' AND restore_status IS NOT NULL`,
      ),
    ...(former.updates.length > 0 ? resumeWithdrawn(db, noticeID) : []),
  ];
}

/** Inserts the rows, or gives them their former values. All get their former rowids, unless another row has one of those. */
function undoRows(db: WriteDb, table: SQLiteTable, rows: Rows): BatchItem<"sqlite">[] {
  if (rows.length === 0) return [];
  const names = storedColumns(table);
  const { columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  // The types of the columns have no effect on an insertion.
  const target = sqliteTable(
    getTableName(table),
    Object.fromEntries(names.map((name) => [name, text(name)])),
  );
  const values = names.map((name, at) => {
    const value = sql`value ->> ${sql.raw(`'$[${at}]'`)}`;
    if (name !== "rowid") return value;
    const rowIDs = JSON.stringify(rows.map((row) => row[at]));
    // A new rowid for only some could be the former one of another.
    return sql`iif(EXISTS (SELECT 1 FROM ${table} AS taken WHERE taken.rowid IN (SELECT value FROM json_each(${rowIDs}))), NULL, ${value})`;
  });
  const replaced = names.filter((name) => name !== "rowid");
  return [
    db
      .insert(target)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)}) WHERE true`)
      .onConflictDoUpdate({
        target: key.flatMap(({ name }) => target[name] ?? []),
        set: Object.fromEntries(replaced.map((name) => [name, sql`excluded.${sql.identifier(name)}`])),
      }),
  ];
}
