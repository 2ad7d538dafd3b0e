import { sql } from "drizzle-orm";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { errorIncludes, temporarilyUnavailable } from "../http/errors.ts";
import { log } from "../http/log.ts";
import type { Db } from "./db.ts";

const expectedNames = journal.entries.map(({ tag }) => `${tag}.sql`);
export const migrationCount = expectedNames.length;
const newestMigration = expectedNames.at(-1) ?? "";
const MAX_LATER = 20;

export const MIGRATE_ADVICE =
  "Run `npm run deploy`, or `npx wrangler d1 migrations apply daymark --remote` alone.";

/**
 * wrangler applies migrations in order, so the newest one implies all others. After a rollback of the Worker, the database
 * can have more migrations. They only add, so that is fine.
 * @returns a sentence if the database has more
 * @throws HttpError 503 if one is missing
 */
export async function requireMigrations(db: Db): Promise<string | undefined> {
  const [newest, ...later] = await readNames(db, newestMigration);
  if (newest === newestMigration) return later.length === 0 ? undefined : laterSentence(later);
  throw temporarilyUnavailable(`${missingSentence()} ${MIGRATE_ADVICE}`, {
    headers: { "Retry-After": "60" },
  });
}

/** Logs if the database is behind or ahead, so that it is known even if nobody calls the health check. */
export async function logMigrations(db: Db): Promise<void> {
  const [newest, ...later] = await readNames(db, newestMigration);
  if (newest !== newestMigration) log("error", { error: `${missingSentence()} ${MIGRATE_ADVICE}` });
  else if (later.length > 0) log("warn", { warning: laterSentence(later) });
}

/** Compares all names, so it also finds one that is missing in between. */
export async function compareMigrations(
  db: Db,
): Promise<{ missing: string[]; later: string[]; newest: string }> {
  const applied = await readNames(db);
  return {
    missing: expectedNames.filter((name) => !applied.includes(name)),
    later: applied.filter((name) => !expectedNames.includes(name)),
    newest: newestMigration,
  };
}

export function laterSentence(later: string[]): string {
  return `The database has migrations that this version of the Worker doesn't know, up to ${later.at(-1)}. Migrations only add, so this version works with them.`;
}

function missingSentence(): string {
  return `The database is missing migrations that this version needs, up to ${newestMigration}.`;
}

async function readNames(db: Db, from?: string): Promise<string[]> {
  const rows = db.select({ name: sql<string>`name` }).from(sql`d1_migrations`).orderBy(sql`name`);
  try {
    const found = from === undefined ? await rows : await rows.where(sql`name >= ${from}`).limit(MAX_LATER);
    return found.map(({ name }) => name);
  } catch (error) {
    if (errorIncludes(error, "no such table")) return [];
    throw error;
  }
}
