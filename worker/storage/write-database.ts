import { is } from "drizzle-orm";
import { SQLiteDeleteBase, SQLiteInsertBase, SQLiteUpdateBase } from "drizzle-orm/sqlite-core";
import { raiseConsoleVersion, raiseContentVersion } from "../cache/content-version/store.ts";
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
  let hasWritten = false;
  const writeDb = interceptWrites(writable, async (items) => {
    const raise = [
      ...(has("public") ? [raiseContentVersion(writable)] : []),
      ...(has("console") ? [raiseConsoleVersion(writable)] : []),
    ];
    const results: unknown[] = await db.batch([...items, ...raise]);
    hasWritten = true;
    return results.slice(0, items.length);
  });
  return { writeDb, hasWritten: () => hasWritten };
}

export function withoutEffects(db: Db): WriteDb {
  return writeDatabase(db, []).writeDb;
}

function isWrite(item: Batch[number]): boolean {
  return [SQLiteInsertBase, SQLiteUpdateBase, SQLiteDeleteBase].some((kind) => is(item, kind));
}
