import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../../storage/db.ts";
import { contentVersion } from "./table.ts";

export async function readContentVersion(db: Db): Promise<number> {
  return versionOf(await selectContentVersion(db));
}

/** No row or one, for `versionOf`; for the batch of what is shown. */
export function selectContentVersion(db: Db) {
  return db.select({ version: contentVersion.version }).from(contentVersion);
}

/** 0 as long as nothing has been written. */
export function versionOf(rows: { version: number }[]): number {
  return rows[0]?.version ?? 0;
}

/**
 * For the batch of a write that a visitor could see. The new version is at least the milliseconds since the epoch, so
 * that a database that is restored from a backup never repeats a version that it had given to other content.
 */
export function raiseContentVersion(db: WriteDb) {
  const now = new Date();
  const raisedAt = now.toISOString();
  return db
    .insert(contentVersion)
    .values({ id: 1, version: now.getTime(), raisedAt })
    .onConflictDoUpdate({
      target: contentVersion.id,
      // Neither goes back, whichever machine's clock it is.
      set: {
        version: sql`max(${contentVersion.version} + 1, ${now.getTime()})`,
        raisedAt: sql`max(${contentVersion.raisedAt}, ${raisedAt})`,
      },
    });
}

/** What was last raised for visitors and for administrators: one row. */
export async function readVersions(db: Db): Promise<{ version: number; consoleVersion: number }> {
  const { version, consoleVersion } = contentVersion;
  const [row] = await db.select({ version, consoleVersion }).from(contentVersion);
  return row ?? { version: 0, consoleVersion: 0 };
}

/**
 * For the batch of a write that administrators alone see.
 * @param condition of what the batch has written so far; without one, it is always raised
 */
export function raiseConsoleVersion(db: WriteDb, condition: SQL = sql`true`) {
  const now = Date.now();
  return db
    .insert(contentVersion)
    .select(sql`SELECT 1, 0, '', ${now} WHERE ${condition}`)
    .onConflictDoUpdate({
      target: contentVersion.id,
      set: { consoleVersion: sql`max(${contentVersion.consoleVersion} + 1, ${now})` },
    });
}

/** When anything that visitors see last changed: no row or one. For a batch. */
export function selectRaisedAt(db: Db) {
  return db.select({ at: contentVersion.raisedAt }).from(contentVersion).limit(1);
}
