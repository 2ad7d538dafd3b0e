import { and, asc, eq, lt } from "drizzle-orm";
import type { Db, WriteDb } from "../storage/db.ts";
import { tryParseJSON } from "../storage/domain.ts";
import { logDamaged } from "../storage/table.ts";
import { isAlertPaths } from "./alert-paths/domain.ts";
import type { AlertPaths } from "./alert-paths/schema.ts";
import { type ApiKeyScope, MAX_API_KEYS } from "./domain.ts";
import { apiKeys } from "./table.ts";

export type StoredApiKey = Omit<typeof apiKeys.$inferSelect, "hash">;

export function selectApiKeys(db: Db) {
  return db.select().from(apiKeys).orderBy(asc(apiKeys.createdDate), asc(apiKeys.id));
}

export async function readAlertPaths(db: Db, id: string): Promise<AlertPaths | null> {
  const { alertPaths } = apiKeys;
  const key = await db.select({ alertPaths }).from(apiKeys).where(eq(apiKeys.id, id)).get();
  return parsePaths(key?.alertPaths ?? null);
}

export function parsePaths(text: string | null): AlertPaths | null {
  if (text === null) return null;
  const value = tryParseJSON(text);
  if (isAlertPaths(value)) return value as AlertPaths; // it was just checked
  logDamaged("api_keys.alert_paths");
  return null;
}

export async function readKeyHashes(db: Db): Promise<string[]> {
  const { hash } = apiKeys;
  const rows = await db.select({ hash }).from(apiKeys).limit(MAX_API_KEYS);
  return rows.map((row) => row.hash);
}

export async function findApiKey(db: Db, hash: string) {
  const { id, name, scopes, expiresAt, lastUsedAt } = apiKeys;
  const key = await db
    .select({ id, name, scopes, expiresAt, lastUsedAt })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hash))
    .get();
  return key && { ...key, scopes: parseScopes(key) };
}

export async function recordUse(
  db: WriteDb<"console">,
  id: string,
  { now, since }: { now: string; since: string },
): Promise<void> {
  await db.batch([
    db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), lt(apiKeys.lastUsedAt, since))),
  ]);
}

export function parseScopes({ scopes }: { scopes: string }): ApiKeyScope[] {
  return scopes.split(" ") as ApiKeyScope[]; // the request schema allows no others
}
