import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database;

/**
 * The database for one request. Visitors may read any replica; what an administrator does or asks for starts
 * at the primary. Within one session no read is older than the one before it.
 */
export function database(d1: D1Database, reads: "anywhere" | "primary"): Db {
  const session = d1.withSession(reads === "primary" ? "first-primary" : "first-unconstrained");
  // A session has prepare and batch, all that drizzle calls; only its type is another.
  return drizzle(session as unknown as D1Database);
}
