export interface FilledDatabase {
  exec(sql: string): Promise<unknown>;
  prepare(sql: string): { first(column: string): Promise<unknown> };
}

const triggers = [
  "notice_search_update_added",
  "notice_search_update_changed",
  "notice_search_postmortem_added",
];

/**
 * Runs writes of notices, updates and postmortems without indexing them for the search, because indexing a notice again with
 * each of them takes longer than all else. The writes index what a search should find, from `notice_texts`.
 */
export async function withoutIndexing(db: FilledDatabase, write: () => Promise<void>): Promise<void> {
  const definitions: string[] = [];
  for (const trigger of triggers) {
    const sql = await db.prepare(`SELECT sql FROM sqlite_master WHERE name = '${trigger}'`).first("sql");
    definitions.push(`${sql}`);
    await db.exec(`DROP TRIGGER ${trigger}`);
  }
  await write();
  for (const definition of definitions) await db.exec(definition);
}
