import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { TablePart } from "../entities/domain.ts";
import { type HttpError, invalidField } from "../http/errors.ts";
import { firstVersion, selectContentVersion } from "../storage/content-version/store.ts";
import type { Db } from "../storage/db.ts";
import { columnOf } from "../storage/writes/insert-rows.ts";
import {
  type ArchivePart,
  archiveParts,
  MAX_CURSOR_CHARACTERS,
  MAX_PAGE_BYTES,
  maxPageRows,
} from "./domain.ts";
import { readDayPage, readLogoPage } from "./files.ts";
import { archivedTables, isTablePart, tableOf } from "./parts.ts";
import { isExported, readSubscriberPage } from "./subscribers.ts";

interface ExportPage {
  /** Changes whenever rows that refer to each other do. */
  contentVersion: string;
  rows: Record<string, unknown>[];
  next: string | null;
}

/** @throws HttpError 400 for a cursor that no page has given */
export async function readExportPage(
  env: Env,
  db: Db,
  part: ArchivePart,
  cursor: string | undefined,
): Promise<ExportPage> {
  if (isTablePart(part) && part !== "subscribers") return readTablePage(db, part, cursor);
  const read = { subscribers: readSubscriberPage, metricDays: readDayPage, logos: readLogoPage }[part];
  const { rows, last } = await read(env, db, cursor);
  // It is read after the rows, so that they have no change that it doesn't have.
  return { contentVersion: await readVersion(db), rows, next: last ?? null };
}

export async function readVersion(db: Db): Promise<string> {
  return String(firstVersion(await selectContentVersion(db)));
}

/** How many rows each part has, but those whose rows are files in R2. */
export async function countRows(db: Db): Promise<{ [part in ArchivePart]?: number }> {
  const counts = archiveParts.flatMap((part) => {
    const table = tableOf(part);
    if (!table) return [];
    return sql`${part}, (SELECT count(*) FROM ${table} WHERE ${part === "subscribers" ? isExported : sql`true`})`;
  });
  const [row] = await db
    .select({ counts: sql<string>`json_object(${sql.join(counts, sql`, `)})` })
    .from(sql`(SELECT 1)`);
  return JSON.parse(row?.counts ?? "{}"); // as the statement builds it
}

/** In the order in which rows were added, because that tells which of two updates of the same millisecond is newer. */
async function readTablePage(db: Db, part: TablePart, cursor: string | undefined): Promise<ExportPage> {
  const { rowSchema } = await import("./rows.ts");
  const { table } = archivedTables[part];
  const columns = Object.keys(rowSchema(part).shape).map((name) => [name, columnOf(table, name)] as const);
  const after = cursor === undefined ? 0 : parseRowID(cursor);
  const [found, versions] = await db.batch([
    db
      .select({ ...Object.fromEntries(columns), rowID: sql<number>`rowid`.as("row_id") })
      .from(table)
      .where(sql`rowid IN (${fittingRowIDs(table, maxPageRows(part), after)})`)
      .orderBy(sql`rowid`),
    selectContentVersion(db),
  ]);
  const last = found.at(-1)?.rowID;
  return {
    contentVersion: String(firstVersion(versions)),
    rows: found.map(({ rowID: _, ...fields }) => fields),
    next: last === undefined ? null : String(last),
  };
}

/** The rows of a page: at least one, and no more than fit. */
function fittingRowIDs(table: SQLiteTable, limit: number, after: number): SQL {
  const texts = Object.values(getTableColumns(table)).filter(({ columnType }) => columnType.includes("Text"));
  const bytes = sql.join(
    texts.map(({ name }) => sql`coalesce(octet_length(${sql.identifier(name)}), 0)`),
    sql` + `,
  );
  const candidates = sql`SELECT rowid AS found, ${bytes} AS bytes FROM ${table}
    WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`;
  return sql`SELECT found FROM (SELECT found, bytes, sum(bytes) OVER (ORDER BY found) AS total FROM (${candidates}))
    WHERE total <= ${MAX_PAGE_BYTES} OR total = bytes`;
}

/** @throws HttpError 400 for a text that no page has given */
export function parseCursor(written: string | undefined): string | undefined {
  const isCursor = written === undefined || /^[!-~]+$/.test(written);
  if (!isCursor || (written?.length ?? 0) > MAX_CURSOR_CHARACTERS) throw invalidCursor();
  return written;
}

function parseRowID(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalidCursor();
}

function invalidCursor(): HttpError {
  return invalidField("cursor", "cursor must be the `next` of another page of this part.");
}
