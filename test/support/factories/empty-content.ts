import { getTableName } from "drizzle-orm";
import { archivedTables } from "../../../worker/backup/parts.ts";
import type { Daymark } from "../starters/daymark.ts";

/** Deletes everything that an archive has from D1. */
export async function emptyContent({ db }: Daymark): Promise<void> {
  // A table comes after those that its rows refer to.
  const tables = Object.values(archivedTables).map(({ table }) => getTableName(table));
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = ON"),
    ...tables.map((table) => db.prepare(`DELETE FROM "${table}"`)),
  ]);
}
