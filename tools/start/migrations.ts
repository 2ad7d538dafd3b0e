import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare, type WorkerOptions } from "miniflare";
import { root } from "../paths.ts";

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

const folder = join(root, "migrations");

/**
 * Brings the database in a folder up to date before the Worker that uses it answers anybody.
 * @param d1Persist where Miniflare keeps its databases
 */
export async function migrateFolder(d1Persist: string, { d1Databases }: WorkerOptions): Promise<void> {
  const mf = new Miniflare({
    cf: false,
    modules: true,
    script: "",
    d1Persist,
    ...(d1Databases !== undefined && { d1Databases }),
  });
  try {
    await migrate(await mf.getD1Database("DB"));
  } finally {
    await mf.dispose();
  }
}

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
  const files = (await readdir(folder))
    .filter((file) => file.endsWith(".sql") && !applied.has(file) && (last === undefined || file <= last))
    .sort();
  if (files.length === 0) return;
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const names = files.map(() => "(?)").join(", ");
  // One statement each, for Miniflare takes a round trip to prepare one.
  await db.batch([
    db.prepare(texts.join("\n")),
    db.prepare(`INSERT INTO d1_migrations (name) VALUES ${names}`).bind(...files),
  ]);
}
