import { is } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { SQLiteDeleteBase, SQLiteInsertBase, SQLiteUpdateBase } from "drizzle-orm/sqlite-core";
import { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import { errorIncludes } from "../../http/errors.ts";
import { raiseConsoleVersion, raiseContentVersion } from "../content-version/store.ts";
import type { AuditSubject, Db, Effect, WriteDb } from "../db.ts";

type Batch = Parameters<Db["batch"]>[0];

export function interceptWrites<T extends Db>(db: T, run: (items: Batch) => Promise<readonly unknown[]>): T {
  const batch = (items: Batch) => (items.some(isWrite) ? run(items) : db.batch(items));
  return Object.assign(Object.create(db), { batch });
}

/** @returns undefined for a statement that wasn't in the batch */
export type ResultOf = <T>(statement: RunnableQuery<T, "sqlite">) => T | undefined;

/** The statements around a write that store its entries in the audit log. */
export interface AuditedBatch {
  first: BatchItem<"sqlite">[];
  last: BatchItem<"sqlite">[];
  /** Called when the batch is stored. */
  complete?: (resultOf: ResultOf) => void;
}

export type Audit = (db: WriteDb, subject: AuditSubject) => AuditedBatch;

/** Each batch that writes also raises the versions and stores its audit entries, so that all are stored or none. */
export function writeDatabase<Effects extends Effect>(db: Db, declared: Effects[], audit?: Audit) {
  const writable = db as WriteDb<Effects>; // at run time every Db can write
  const has = (effect: Effect) => declared.some((each) => each === effect);
  let mayHaveWritten = false;
  const subject: AuditSubject = (audit ? undefined : writable.audit) ?? { statusChanges: [] };
  const intercepted = interceptWrites(writable, async (items) => {
    const { first = [], last = [], complete } = audit?.(writable, subject) ?? {};
    const raise = [
      ...(has("public") ? [raiseContentVersion(writable)] : []),
      ...(has("console") ? [raiseConsoleVersion(writable)] : []),
    ];
    const statements: BatchItem<"sqlite">[] = [...first, ...items, ...last, ...raise];
    const [head, ...rest] = statements;
    if (!head) return [];
    const results: readonly unknown[] = await db.batch([head, ...rest]).catch((error: unknown) => {
      mayHaveWritten ||= !isRefusal(error);
      throw error;
    });
    mayHaveWritten = true;
    // A batch has the results in the order of its statements.
    complete?.(<T>(statement: RunnableQuery<T, "sqlite">) => results[statements.indexOf(statement)] as T);
    return results.slice(first.length, first.length + items.length);
  });
  const writeDb: WriteDb<Effects> = Object.assign(intercepted, { audit: subject });
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
