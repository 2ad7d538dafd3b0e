import { sql } from "drizzle-orm";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { errorIncludes, Refusal } from "../http/errors.ts";
import type { Db } from "./db.ts";

/** The file of the newest migration that this Worker was built with. */
const newest = `${journal.entries.at(-1)?.tag}.sql`;

/**
 * wrangler applies migrations in order and notes each in `d1_migrations`: with the newest, all are there. A database that
 * has more, as after a rollback of the Worker, is fine, since migrations only add.
 * @throws Refusal 503 where the database is behind this Worker
 */
export async function requireMigrations(db: Db): Promise<void> {
  if (await isApplied(db)) return;
  throw new Refusal(
    503,
    `The database is missing migrations that this version needs, up to ${newest}. Run \`npm run deploy\`, or ` +
      "`npx wrangler d1 migrations apply daymark --remote` alone.",
    { headers: { "Retry-After": "60" } },
  );
}

async function isApplied(db: Db): Promise<boolean> {
  try {
    const rows = await db.all(sql`SELECT 1 FROM d1_migrations WHERE name = ${newest}`);
    return rows.length > 0;
  } catch (error) {
    if (errorIncludes(error, "no such table")) return false;
    throw error;
  }
}
