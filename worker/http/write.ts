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

/** The effects follow once something has been stored, even if `run` fails afterwards. */
export async function write<Effects extends Effect, T>(
  { env, executionCtx, db }: Invocation,
  effects: Effects[],
  run: (db: WriteDb<Effects>) => Promise<T>,
): Promise<T> {
  const { writeDb, hasWritten } = writeDatabase(db, effects);
  try {
    return await run(writeDb);
  } finally {
    if (hasWritten()) for (const effect of effects) effectActions[effect]({ env, executionCtx });
  }
}

const effectActions: Record<Effect, (invocation: Omit<Invocation, "db">) => void> = {
  public: purgePublic,
  // Consoles poll, and notice the raised version.
  console: () => undefined,
  mail: deliverSoon,
};

interface Declared<Effects extends Effect> {
  in: object;
  out: { writes: Record<Effects, true> };
}

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

export function writeDb<I extends Input>(
  c: Context<AppEnv, string, I>,
): I extends Declared<infer Effects> ? WriteDb<Effects> : Db {
  return c.var.db as ReturnType<typeof writeDb<I>>; // set by `writes`
}

export function creates<Effects extends Effect>(
  effects: Effects[],
  { idField, read }: { idField: string; read: (db: Db, id: string) => Promise<object> },
) {
  const repeat = idempotent({ status: 201, read: (c, createdID) => read(c.var.db, createdID) });
  return [writes(...effects), location(idField), changedETag, repeat, limitedCreation] as const;
}

export function changes<Effects extends Effect>(effects: Effects[], read: ReadItem) {
  return [writes(...effects), ifMatch(read), changedETag] as const;
}

interface DeletedItem {
  read: ReadItem;
  /** The path of the item's own page, whose snapshots are purged too. */
  page: ((c: Context<AppEnv>) => string) | "no page";
}

export function deletes<Effects extends Effect>(effects: Effects[], { read, page }: DeletedItem) {
  const purgePage: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    if (page !== "no page" && c.res.ok) c.executionCtx.waitUntil(purgeSnapshots(c.env.FILES, page(c)));
  };
  return [writes(...effects), ifMatchOrGone(read), purgePage] as const;
}
