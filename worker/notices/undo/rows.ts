import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, integer, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { components, statusChanges, statusOverrides } from "../../components/table.ts";
import { cancelledMaintenances } from "../../maintenances/table.ts";
import { messages } from "../../outbox/table.ts";
import { postmortems } from "../../postmortems/table.ts";
import { statusesFromOtherNotices } from "../status-from-other-notices.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "../table.ts";
import { undos } from "./table.ts";

export interface UndoRows {
  key: string;
  table: SQLiteTable;
  /** Finds the rows `r` that a write may change, by the columns of `undos`. */
  where: SQL;
  /** The columns to compare, if the row as a whole isn't restored. */
  only?: string[];
  isNeverAdded?: true;
}

const ofNotice = sql`r.notice_id = ${undos.noticeID}`;
const isTouchedUpdate = sql`(${undos.noticeUpdateID} IS NULL OR notice_update_id = ${undos.noticeUpdateID})`;
const touchedComponents = sql`(SELECT value FROM json_each(${undos.componentIDs}))`;

/** Every table that a write of a notice changes, with parents before their children. */
export const undoRows: UndoRows[] = [
  { key: "notices", table: notices, where: ofNotice },
  // Only the deletion of an incident touches its write-up.
  { key: "postmortems", table: postmortems, where: sql`${ofNotice} AND ${undos.noticeUpdateID} IS NULL` },
  { key: "updates", table: noticeUpdates, where: sql`${ofNotice} AND ${isTouchedUpdate}` },
  {
    key: "updateComponents",
    table: noticeUpdateComponents,
    where: sql`r.notice_update_id IN (SELECT notice_update_id FROM ${noticeUpdates}
      WHERE notice_id = ${undos.noticeID} AND ${isTouchedUpdate})`,
  },
  {
    key: "noticeComponents",
    table: noticeComponents,
    where: sql`(${ofNotice} OR (r.component_id IN ${touchedComponents} AND r.restore_status IS NOT NULL))`,
  },
  { key: "deletedComponents", table: deletedComponents, where: ofNotice },
  {
    key: "components",
    table: components,
    where: sql`r.component_id IN ${touchedComponents}`,
    only: ["component_id", "status", "updated_at"],
    isNeverAdded: true,
  },
  {
    key: "statusChanges",
    table: statusChanges,
    where: sql`r.component_id IN ${touchedComponents} AND r.at >= ${undos.changesSince}`,
  },
  {
    key: "statusOverrides",
    table: statusOverrides,
    where: sql`r.cause = ${undos.kind} || ':' || ${undos.noticeID}`,
  },
  {
    key: "cancelledMaintenances",
    table: cancelledMaintenances,
    where: sql`r.maintenance_id = ${undos.noticeID}`,
  },
  { key: "mail", table: messages, where: ofNotice, only: ["message_id"] },
];

/**
 * An SQL expression for all these rows as they are, and for what other notices say about the components: if that changes, the
 * former statuses would no longer be right. Each row is a JSON list that begins with its rowid.
 */
export function currentRows(): SQL {
  const ofTables = undoRows.map(({ key, table, where, only }) => {
    const columns = columnsOf(table, only).map(({ name }) => sql`r.${sql.identifier(name)}`);
    return sql`${key}, ${list(sql`SELECT json_array(r.rowid, ${sql.join(columns, sql`, `)}) AS value
      FROM ${table} AS r WHERE ${where} ORDER BY r.rowid`)}`;
  });
  const others = list(statusesFromOtherNotices(touchedComponents, sql`${undos.noticeID}`));
  return sql`json_object(${sql.join([...ofTables, sql`'others', ${others}`], sql`, `)})`;
}

function list(rows: SQL): SQL {
  return sql`(SELECT json_group_array(json(value)) FROM (${rows}))`;
}

/** A generated column can't be written. */
function columnsOf(table: SQLiteTable, only?: string[]) {
  return getTableConfig(table).columns.filter(
    ({ name, generated }) => generated === undefined && (only === undefined || only.includes(name)),
  );
}

/** The table as SQLite stores it: with its rowid, which tells which of two updates of the same millisecond is newer. */
export function storedTable(table: SQLiteTable) {
  const columns = columnsOf(table);
  const { name: tableName, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const isInteger = ({ columnType }: { columnType: string }) => columnType === "SQLiteInteger";
  const builders = columns.map((column) => [
    column.name,
    isInteger(column) ? integer(column.name) : text(column.name),
  ]);
  return {
    names: columns.map(({ name }) => name),
    key: key.map(({ name }) => name),
    /** An integer as the primary key is the rowid. */
    isKeyRowID: key.length === 1 && key.every(isInteger),
    withRowID: sqliteTable(tableName, Object.fromEntries([["rowid", integer("rowid")], ...builders])),
    withoutRowID: sqliteTable(tableName, Object.fromEntries(builders)),
  };
}
