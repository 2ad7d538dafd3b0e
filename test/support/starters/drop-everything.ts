import type { Database } from "./direct-access.ts";

/** Drops triggers and views before the tables that they name, and a table before those that it refers to. */
export async function dropEverything(db: Database): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT type, name, (SELECT json_group_array("table") FROM pragma_foreign_key_list(name)) AS parents FROM sqlite_schema
        WHERE type IN ('trigger', 'view', 'table') AND name NOT GLOB '_cf_*' AND name <> 'sqlite_sequence'
          AND NOT (type = 'table' AND name GLOB 'notice_search_*') ORDER BY type = 'table', type`,
    )
    .all<{ type: string; name: string; parents: string }>();
  const drops: string[] = [];
  let left = results;
  while (left.length > 0) {
    const parents = new Set(left.flatMap((table) => JSON.parse(table.parents) as string[]));
    const free = left.filter(({ name }) => !parents.has(name));
    drops.push(...free.map(({ type, name }) => `DROP ${type} "${name}"`));
    left = left.filter((each) => !free.includes(each));
  }
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = ON"),
    ...drops.map((statement) => db.prepare(statement)),
  ]);
}
