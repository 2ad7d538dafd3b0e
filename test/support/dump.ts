import type { Daymark } from "./daymark.ts";

/** All that an export of D1 holds, each row of each table as JSON. */
export async function dump({ db }: Pick<Daymark, "db">): Promise<string> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%'")
    .all<{ name: string }>();
  const rows = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows.map(({ results }) => results));
}
