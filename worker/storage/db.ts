import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

/** Reads. Whatever writes takes a `WriteDb`, which a route has only where it declares what it writes. */
export type Db = Pick<DrizzleD1Database, "select" | "all" | "batch">;

/**
 * What follows from a write: with `public`, visitors see what it changes; with `console`, only administrators do; with
 * `mail`, it queues email.
 */
export type Effect = "public" | "console" | "mail";

declare const effects: unique symbol;

/** Writes with at least these effects. Without any, it writes what no page shows. */
export type WriteDb<Effects extends Effect = never> = Db &
  Pick<DrizzleD1Database, "insert" | "update" | "delete" | "run"> & {
    readonly [effects]: Record<Effects, true>;
  };

/**
 * The database for one request. Visitors may read any replica; what an administrator does or asks for starts
 * at the primary. Within one session no read is older than the one before it. The session begins with the first statement, so
 * that a request may be given another database before that.
 */
export function database(d1: D1Database, reads: "anywhere" | "primary"): Db {
  let begun: D1DatabaseSession | undefined;
  const session = () => {
    begun ??= d1.withSession(reads === "primary" ? "first-primary" : "first-unconstrained");
    return begun;
  };
  // All that drizzle calls; only the type is another.
  const client: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (statement) => session().prepare(statement),
    batch: (statements) => session().batch(statements),
  };
  return drizzle(client as D1Database);
}
