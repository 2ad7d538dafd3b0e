import { sql } from "drizzle-orm";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { errorIncludes, HttpError } from "../http/errors.ts";
import type { Db } from "./db.ts";

const newestMigration = `${journal.entries.at(-1)?.tag}.sql`;

/**
 * wrangler applies migrations in order, so the newest one implies all others. After a rollback of the Worker, the database
 * can have more migrations. They only add, so that is fine.
 * @throws HttpError 503 if one is missing
 */
export async function requireMigrations(db: Db): Promise<void> {
  if (await isApplied(db)) return;
  throw new HttpError(
    503,
    `The database is missing migrations that this version needs, up to ${newestMigration}. Run \`npm run deploy\`, or ` +
      "`npx wrangler d1 migrations apply daymark --remote` alone.",
    { headers: { "Retry-After": "60" } },
  );
}

async function isApplied(db: Db): Promise<boolean> {
  try {
    const rows = await db
      .select({ name: sql`name` })
      .from(sql`d1_migrations`)
      .where(sql`name = ${newestMigration}`);
    return rows.length > 0;
  } catch (error) {
    if (errorIncludes(error, "no such table")) return false;
    throw error;
  }
}
