import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../db.ts";
import { contentVersion } from "./table.ts";

export async function readContentVersion(db: Db): Promise<number> {
  return firstVersion(await selectContentVersion(db));
}

export function selectContentVersion(db: Db) {
  return db.select({ version: contentVersion.version }).from(contentVersion);
}

export function firstVersion(rows: { version: number }[]): number {
  return rows[0]?.version ?? 0;
}

/**
 * The new version is at least the milliseconds since the epoch, so that a database that is restored from a backup never
 * repeats a version that it gave to other content.
 */
export function raiseContentVersion(db: WriteDb) {
  const now = new Date();
  const raisedAt = now.toISOString();
  return db
    .insert(contentVersion)
    .values({ id: 1, version: now.getTime(), raisedAt })
    .onConflictDoUpdate({
      target: contentVersion.id,
      // The clocks of two machines can differ, and neither value may decrease.
      set: {
        version: sql`max(${contentVersion.version} + 1, ${now.getTime()})`,
        raisedAt: sql`max(${contentVersion.raisedAt}, ${raisedAt})`,
      },
    });
}

export async function readVersions(db: Db): Promise<{ version: number; consoleVersion: number }> {
  const { version, consoleVersion } = contentVersion;
  const [row] = await db.select({ version, consoleVersion }).from(contentVersion);
  return row ?? { version: 0, consoleVersion: 0 };
}

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

export function selectRaisedAt(db: Db) {
  return db.select({ at: contentVersion.raisedAt }).from(contentVersion).limit(1);
}
