import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { root } from "../paths.ts";
import { Miniflare } from "./miniflare.ts";

interface Database {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
  exec(sql: string): Promise<unknown>;
}
interface Statement {
  bind(...values: unknown[]): Statement;
  all<T>(): Promise<{ results: T[] }>;
}

const folder = join(root, "migrations");

/**
 * Applies missing migrations to the database in a folder before the Worker that uses it serves requests.
 * @param d1Persist Miniflare's folder of databases
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
 * Runs each file of migrations/ once, and records it in the same table as `wrangler d1 migrations apply`.
 * @param last the last file to run, for the schema of an older version
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
  // Miniflare takes a round trip to prepare each statement, so all files are one statement.
  await db.batch([
    db.prepare(texts.join("\n")),
    db.prepare(`INSERT INTO d1_migrations (name) VALUES ${names}`).bind(...files),
  ]);
}
