import type { Context, Input, MiddlewareHandler } from "hono";
import { purgePublic } from "../cache/purge.ts";
import { purgeSnapshots } from "../cache/snapshots.ts";
import type { AppEnv } from "../env.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { describe } from "../openapi/call.ts";
import { limitedCreation } from "../sign-in/limit-creations.ts";
import type { Db, Effect, WriteDb } from "../storage/db.ts";
import { writeDatabase } from "../storage/write-database.ts";
import { idempotent } from "./idempotency/idempotent.ts";
import { changedETag, ifMatch, ifMatchOrGone, type ReadItem } from "./if-match.ts";
import { location } from "./location.ts";

interface Invocation {
  env: Pick<Env, "MAIL">;
  executionCtx: Context["executionCtx"];
  db: Db;
}

/**
 * Whatever writes runs in here: a request, a queue's message or the cron. Once something has been stored, its effects
 * follow, even if what comes after it fails.
 */
export async function write<Effects extends Effect, T>(
  { env, executionCtx, db }: Invocation,
  effects: Effects[],
  run: (db: WriteDb<Effects>) => Promise<T>,
): Promise<T> {
  const { writeDb, hasWritten } = writeDatabase(db, effects);
  try {
    return await run(writeDb);
  } finally {
    if (hasWritten()) for (const effect of effects) follow[effect]({ env, executionCtx });
  }
}

const follow: Record<Effect, (invocation: Omit<Invocation, "db">) => void> = {
  public: purgePublic,
  // Consoles read again every few seconds, and find the raised version.
  console: () => undefined,
  mail: deliverSoon,
};

/** A handler's type carries the declaration, so that `writeDb` knows it. */
interface Declared<Effects extends Effect> {
  in: object;
  out: { writes: Record<Effects, true> };
}

/** Declares what follows from a route's writes. Its handler has `writeDb(c)` then. */
export function writes<Effects extends Effect = never>(
  ...effects: Effects[]
): MiddlewareHandler<AppEnv, string, Declared<Effects>> {
  const handler: MiddlewareHandler<AppEnv> = (c, next) =>
    write({ env: c.env, executionCtx: c.executionCtx, db: c.var.db }, effects, (db) => {
      c.set("db", db);
      return next();
    });
  describe(handler, { writes: effects });
  return handler;
}

/** The request's database, which can write what its route declares, and in a route without `writes` nothing. */
export function writeDb<I extends Input>(
  c: Context<AppEnv, string, I>,
): I extends Declared<infer Effects> ? WriteDb<Effects> : Db {
  return c.var.db as ReturnType<typeof writeDb<I>>; // `writes` has put it there
}

/**
 * For a POST that creates an item.
 * @param id the field that has the item's id
 */
export function creates<Effects extends Effect>(
  effects: Effects[],
  { id, read }: { id: string; read: (db: Db, id: string) => Promise<object> },
) {
  const repeat = idempotent({ status: 201, read: (c, createdID) => read(c.var.db, createdID) });
  return [writes(...effects), location(id), changedETag, repeat, limitedCreation] as const;
}

/** For a PATCH of the item that `read` finds. */
export function changes<Effects extends Effect>(effects: Effects[], read: ReadItem) {
  return [writes(...effects), ifMatch(read), changedETag] as const;
}

interface DeletedItem {
  read: ReadItem;
  /** The path of the item's own page, whose snapshots are deleted too. */
  page: ((c: Context<AppEnv>) => string) | "no page";
}

/** For a DELETE of the item that `read` finds. */
export function deletes<Effects extends Effect>(effects: Effects[], { read, page }: DeletedItem) {
  const purgePage: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    if (page !== "no page" && c.res.ok) c.executionCtx.waitUntil(purgeSnapshots(c.env.FILES, page(c)));
  };
  return [writes(...effects), ifMatchOrGone(read), purgePage] as const;
}
