import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { root } from "./paths.ts";

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

const folder = join(root, "migrations");

/**
 * Runs each file of migrations/ once, keeping the same account of it as `wrangler d1 migrations apply` does.
 * @param last the file to stop after, for the schema of an older version
 */
export async function migrate(db: Database, last?: string): Promise<void> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, " +
      "applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql") && !applied.has(file)).sort();
  for (const file of files) {
    if (last !== undefined && file > last) return;
    const sql = await readFile(join(folder, file), "utf8");
    // All of a file as one: each statement that is prepared is a call of its own to workerd.
    const noted = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(file);
    await db.batch([db.prepare(sql), noted]);
  }
}
