import { is } from "drizzle-orm";
import { SQLiteDeleteBase, SQLiteInsertBase, SQLiteUpdateBase } from "drizzle-orm/sqlite-core";
import { raiseConsoleVersion, raiseContentVersion } from "../cache/content-version/store.ts";
import type { Db, Effect, WriteDb } from "./db.ts";

type Batch = Parameters<Db["batch"]>[0];

/** A database whose batches go through `run` if they write. */
export function interceptWrites<T extends Db>(db: T, run: (items: Batch) => Promise<readonly unknown[]>): T {
  const batch = (items: Batch) => (items.some(isWrite) ? run(items) : db.batch(items));
  return Object.assign(Object.create(db), { batch });
}

/** Every batch that writes here also raises the version of what it changes: both are stored, or neither. */
export function writeDatabase<Effects extends Effect>(db: Db, declared: Effects[]) {
  // Every database can write. The type withholds that from whoever has not declared what follows from it.
  const writable = db as WriteDb<Effects>;
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

/** For what no page shows, and sends nothing. */
export function withoutEffects(db: Db): WriteDb {
  return writeDatabase(db, []).writeDb;
}

function isWrite(item: Batch[number]): boolean {
  return [SQLiteInsertBase, SQLiteUpdateBase, SQLiteDeleteBase].some((kind) => is(item, kind));
}
