export interface FilledDatabase {
  exec(sql: string): Promise<unknown>;
  prepare(sql: string): { first(column: string): Promise<unknown> };
}

const trigger = "notice_search_update_added";

/**
 * Runs writes of notices and their updates without indexing them for the search, because indexing each notice again with
 * each of its updates takes longer than all else. The writes index what a search should find, from `notice_texts`.
 */
export async function withoutIndexing(db: FilledDatabase, write: () => Promise<void>): Promise<void> {
  const sql = await db.prepare(`SELECT sql FROM sqlite_master WHERE name = '${trigger}'`).first("sql");
  await db.exec(`DROP TRIGGER ${trigger}`);
  await write();
  await db.exec(`${sql}`);
}
