import { eq, sql } from "drizzle-orm";
import { type ArchivePart, archiveParts } from "../../backup/domain.ts";
import { archiveRestores } from "../../backup/table.ts";
import { errorIncludes, HttpError } from "../../http/errors.ts";
import { HOUR_MS, isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../db.ts";
import { interceptWrites } from "./write-database.ts";

/** A restore ends this long after its last row. */
const RESTORE_TIMEOUT_MS = HOUR_MS;

export type StoredRestore = typeof archiveRestores.$inferSelect;

/** A restore without rows for an hour is found as long as nothing else was written. */
export function selectUnfinished(db: Db) {
  return db.select().from(archiveRestores).where(eq(archiveRestores.finishedAt, "")).limit(1);
}

export async function readUnfinished(db: Db): Promise<StoredRestore | undefined> {
  return (await selectUnfinished(db))[0];
}

/** Until then, only the restore can write content. */
export function restoreExpiry({ updatedAt }: StoredRestore): string {
  return isoTime(Date.parse(updatedAt) + RESTORE_TIMEOUT_MS);
}

export function isInProgress(restore: StoredRestore, now: string): boolean {
  return restoreExpiry(restore) > now;
}

/** Whether all rows of `last`, and of the parts before it, are stored. */
export function hasRestoredThrough({ part }: StoredRestore, last: ArchivePart): boolean {
  return archiveParts.indexOf(part) > archiveParts.indexOf(last);
}

const MARK = "restoring";

/**
 * Fails while a restore is in progress, and ends one that has had no rows for an hour. In SQLite, only a function that rejects
 * its argument can make a statement fail.
 */
export function endExpiredRestore(db: WriteDb) {
  const isExpired = sql`${archiveRestores.updatedAt} <= ${isoTime(Date.now() - RESTORE_TIMEOUT_MS)}`;
  return db
    .delete(archiveRestores)
    .where(
      sql`${archiveRestores.finishedAt} = '' AND CASE WHEN ${isExpired} THEN 1 ELSE json_extract('{}', ${MARK}) END`,
    );
}

/** Each batch that writes is refused while a restore is in progress. @param consoleURL where administrators see how far it is */
export function refuseWhileRestoring<T extends Db>(db: T, consoleURL: string): T {
  return interceptWrites(db, async (items) => {
    const reads: Db = db;
    const writable = reads as WriteDb; // at run time every Db can write
    const results: readonly unknown[] = await db
      .batch([endExpiredRestore(writable), ...items])
      .catch((error: unknown) => {
        throw errorIncludes(error, `'${MARK}'`) ? new RestoreInProgress(consoleURL, error) : error;
      });
    return results.slice(1);
  });
}

export class RestoreInProgress extends HttpError {
  constructor(consoleURL: string, cause: unknown) {
    super(
      409,
      `This page is being restored from an archive, and nothing else can be changed until then. Nothing was saved. Please try again later. Administrators see how far it is at ${consoleURL}`,
      { cause },
    );
  }
}
