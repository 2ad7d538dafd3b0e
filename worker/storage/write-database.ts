import { is } from "drizzle-orm";
import { SQLiteDeleteBase, SQLiteInsertBase, SQLiteUpdateBase } from "drizzle-orm/sqlite-core";
import { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import { errorIncludes } from "../http/errors.ts";
import { raiseConsoleVersion, raiseContentVersion } from "./content-version/store.ts";
import type { Db, Effect, WriteDb } from "./db.ts";

type Batch = Parameters<Db["batch"]>[0];

export function interceptWrites<T extends Db>(db: T, run: (items: Batch) => Promise<readonly unknown[]>): T {
  const batch = (items: Batch) => (items.some(isWrite) ? run(items) : db.batch(items));
  return Object.assign(Object.create(db), { batch });
}

/** Each batch that writes also raises the versions, so that both are stored or neither. */
export function writeDatabase<Effects extends Effect>(db: Db, declared: Effects[]) {
  const writable = db as WriteDb<Effects>; // at run time every Db can write
  const has = (effect: Effect) => declared.some((each) => each === effect);
  let mayHaveWritten = false;
  const writeDb = interceptWrites(writable, async (items) => {
    const raise = [
      ...(has("public") ? [raiseContentVersion(writable)] : []),
      ...(has("console") ? [raiseConsoleVersion(writable)] : []),
    ];
    const results: unknown[] = await db.batch([...items, ...raise]).catch((error: unknown) => {
      mayHaveWritten ||= !isRefusal(error);
      throw error;
    });
    mayHaveWritten = true;
    return results.slice(0, items.length);
  });
  return { writeDb, mayHaveWritten: () => mayHaveWritten };
}

export function withoutEffects(db: Db): WriteDb {
  return writeDatabase(db, []).writeDb;
}

/** Any other error, such as a lost connection, leaves open whether the batch was stored. */
function isRefusal(error: unknown): boolean {
  return errorIncludes(error, "SQLITE_");
}

function isWrite(item: Batch[number]): boolean {
  return [SQLiteInsertBase, SQLiteUpdateBase, SQLiteDeleteBase, SQLiteRaw].some((kind) => is(item, kind));
}
