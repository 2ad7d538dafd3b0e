import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { components } from "../../components/table.ts";
import { deliveries, messages } from "../../outbox/table.ts";
import { guard } from "../../storage/batch-guard.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { currentRows, storedTable, undoRows } from "./rows.ts";
import { undos } from "./table.ts";

/** Fails the batch if a row that the write touched has changed since, or if its messages are being sent. */
export function guardUnchangedRows(db: Db, token: string, now: string) {
  const messageIDs = sql`SELECT m.message_id FROM ${messages} AS m WHERE m.rowid IN (${addedRowIDs(token, "mail")})`;
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${undos} WHERE ${undos.token} = ${token} AND ${undos.expiresAt} > ${now}
        AND ${undos.rowsAfter} = ${currentRows()})
      AND NOT EXISTS (SELECT 1 FROM ${deliveries} WHERE ${deliveries.messageID} IN (${messageIDs}))`,
  );
}

/** Deletes the rows that the write added, children first, and puts back those that it changed or deleted. */
export function restoreRows(db: WriteDb<"public">, token: string): BatchItem<"sqlite">[] {
  const former = sql`(${formerRows(token, "components")}) AS former`;
  return [
    ...undoRows
      .filter(({ isNeverAdded }) => !isNeverAdded)
      .toReversed()
      .map(({ key, table }) => db.delete(table).where(sql`rowid IN (${addedRowIDs(token, key)})`)),
    db
      .update(components)
      .set({ status: sql`former.value ->> '$[2]'`, updatedAt: sql`former.value ->> '$[3]'` })
      .from(former)
      .where(sql`${components.componentID} = former.value ->> '$[1]'`),
    ...undoRows
      .filter(({ only }) => only === undefined)
      .map(({ key, table }) => putBack(db, table, formerRows(token, key))),
  ];
}

/** A row gets its former rowid back, unless another row has it. */
function putBack(db: WriteDb, table: SQLiteTable, rows: SQL) {
  const { names, key, isKeyRowID, withRowID, withoutRowID } = storedTable(table);
  const rowID = sql`value ->> '$[0]'`;
  const freeRowID = sql`iif(EXISTS (SELECT 1 FROM ${table} AS taken WHERE taken.rowid = ${rowID}), NULL, ${rowID})`;
  const values = names.map((_, at) => sql`value ->> ${sql.raw(`'$[${at + 1}]'`)}`);
  return db
    .insert(isKeyRowID ? withoutRowID : withRowID)
    .select(
      sql`SELECT ${sql.join(isKeyRowID ? values : [freeRowID, ...values], sql`, `)} FROM (${rows}) WHERE true ORDER BY ${rowID}`,
    )
    .onConflictDoUpdate({
      target: key.flatMap((name) => withoutRowID[name] ?? []),
      set: Object.fromEntries(names.map((name) => [name, sql`excluded.${sql.identifier(name)}`])),
    });
}

function addedRowIDs(token: string, key: string): SQL {
  const rowIDs = (rows: SQL) => sql`SELECT value ->> '$[0]' FROM ${rowsIn(rows, token, key)}`;
  return sql`${rowIDs(sql`${undos.rowsAfter}`)} EXCEPT ${rowIDs(sql`${undos.rowsBefore}`)}`;
}

function formerRows(token: string, key: string): SQL {
  const values = (rows: SQL) => sql`SELECT value FROM ${rowsIn(rows, token, key)}`;
  return sql`${values(sql`${undos.rowsBefore}`)} EXCEPT ${values(sql`${undos.rowsAfter}`)}`;
}

function rowsIn(rows: SQL, token: string, key: string): SQL {
  return sql`${undos} CROSS JOIN json_each(${rows}, ${sql.raw(`'$.${key}'`)}) WHERE ${undos.token} = ${token}`;
}
