import type { Daymark } from "../starters/daymark.ts";

/** Returns all rows of all tables as JSON, like an export of D1. */
export async function dump({ db }: Pick<Daymark, "db">): Promise<string> {
  const { results: tables } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'notice_search%'",
    )
    .all<{ name: string }>();
  const rows = await db.batch(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows.map(({ results }) => results));
}
