import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { postmortems } from "../postmortems/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { MiB } from "../storage/domain.ts";
import { notices, noticeUpdates, searchRebuilds } from "./table.ts";

/** Triggers keep it current: see migrations/0027_postmortem_search.sql. drizzle-kit knows no virtual tables. */
export const noticeSearch = sqliteTable("notice_search", {
  position: integer("rowid").primaryKey(),
  text: text("text"),
});

const NOTICES_PER_RUN = 1000;
const BYTES_PER_RUN = 5 * MiB;

export async function isIndexComplete(db: Db): Promise<boolean> {
  return (await db.select({ id: searchRebuilds.id }).from(searchRebuilds).limit(1)).length === 0;
}

/** Adds a bounded number of older notices to the index, after an upgrade or after the index was created again. */
export async function continueSearchIndex(db: WriteDb): Promise<void> {
  const [rebuild] = await db
    .select({
      indexedFrom: sql<number>`coalesce(${searchRebuilds.indexedFrom}, (SELECT max(rowid) + 1 FROM ${notices}), 0)`,
      hasIndex: sql<number>`(SELECT count(*) FROM sqlite_schema WHERE name = 'notice_search')`,
    })
    .from(searchRebuilds)
    .limit(1);
  if (!rebuild?.hasIndex) return;
  const { indexedFrom } = rebuild;
  const bytes = sql`(SELECT total(octet_length(u.message)) FROM ${noticeUpdates} AS u WHERE u.notice_id = older.notice_id)
    + (SELECT total(octet_length(about.body)) FROM ${postmortems} AS about WHERE about.notice_id = older.notice_id)`;
  const older = sql`(SELECT older.rowid AS id, ${bytes} AS bytes FROM ${notices} AS older WHERE older.rowid < ${indexedFrom}
    ORDER BY older.rowid DESC LIMIT ${NOTICES_PER_RUN})`;
  const [next] = await db
    .select({ from: sql<number | null>`min(id)` })
    .from(sql`(SELECT id, sum(bytes) OVER (ORDER BY id DESC) - bytes AS bytes_before FROM ${older})`)
    .where(sql`bytes_before < ${BYTES_PER_RUN}`);
  const from = next?.from ?? null;
  if (from === null) {
    await db.batch([db.delete(searchRebuilds)]);
    return;
  }
  const added = sql`SELECT notice_id FROM ${notices} WHERE rowid >= ${from} AND rowid < ${indexedFrom}`;
  await db.batch([
    // A trigger may have added a notice that changed since.
    db
      .delete(noticeSearch)
      .where(sql`rowid IN (SELECT position FROM notice_texts WHERE notice_id IN (${added}))`),
    db
      .insert(noticeSearch)
      .select(sql`SELECT position, text FROM notice_texts WHERE notice_id IN (${added})`),
    db.update(searchRebuilds).set({ indexedFrom: from }),
  ]);
}
