// Apart from what each request with a key reads, so that it is loaded only for administrators.
import { eq, sql } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import { notFound } from "../http/errors.ts";
import { sha256 } from "../shared/hash.ts";
import { isoTime } from "../shared/time/domain.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { ALPHABET } from "../storage/domain.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import { requireCapacity } from "../storage/require-capacity.ts";
import { decrypt, encrypt } from "../storage/secret-key.ts";
import { guard } from "../storage/writes/batch-guard.ts";
import type { AlertPaths } from "./alert-paths/schema.ts";
import { parsePaths, parseScopes, type StoredApiKey } from "./api-keys.ts";
import { API_KEY_CHARACTERS, MAX_API_KEYS } from "./domain.ts";
import type { ApiKey, NewApiKey } from "./schema.ts";
import { apiKeys } from "./table.ts";

/** 40 of these characters are 238 random bits, so the stored hash needs no salt. */
const newValue = customAlphabet(ALPHABET, API_KEY_CHARACTERS);

/** The value is missing if SECRET_KEY is missing or has changed. */
export async function apiKeyResponse(env: Env, key: StoredApiKey): Promise<ApiKey> {
  const { id, createdDate, name, expiresAt, lastUsedAt } = key;
  const value = (env.SECRET_KEY && (await decrypt(env, "api-key", key.encryptedValue))) || "";
  const alertPaths = parsePaths(key.alertPaths);
  return { id, value, createdDate, name, scopes: parseScopes(key), expiresAt, lastUsedAt, alertPaths };
}

export async function addApiKey(env: Env, db: WriteDb<"console">, input: NewApiKey): Promise<ApiKey> {
  const { name = "API key", scopes = ["all"], expiresAt = "" } = input;
  const key = {
    id: idForNewItem(db),
    value: newValue(),
    createdDate: isoTime(Date.now()),
    name,
    scopes: [...new Set(scopes)],
    expiresAt,
    lastUsedAt: "",
    alertPaths: null,
  };
  const row = {
    ...key,
    encryptedValue: await encrypt(env, "api-key", key.value),
    hash: await sha256(key.value),
    scopes: key.scopes.join(" "),
  };
  const hasRoom = sql`(SELECT count(*) FROM ${apiKeys}) < ${MAX_API_KEYS}`;
  const batch = db.batch([guard(db, hasRoom), db.insert(apiKeys).values(row)]);
  await requireCapacity(MAX_API_KEYS, "API keys", batch);
  return key;
}

export async function readApiKey(env: Env, db: Db, id: string): Promise<ApiKey> {
  const key = await db.select().from(apiKeys).where(eq(apiKeys.id, id)).get();
  if (!key) throw notFound("API key");
  return apiKeyResponse(env, key);
}

/** @throws HttpError 404 */
export async function changeAlertPaths(
  db: WriteDb<"console">,
  id: string,
  alertPaths: AlertPaths | null,
): Promise<void> {
  const [rows] = await db.batch([
    db
      .update(apiKeys)
      .set({ alertPaths: alertPaths && JSON.stringify(alertPaths) })
      .where(eq(apiKeys.id, id))
      .returning({ id: apiKeys.id }),
  ]);
  if (rows.length === 0) throw notFound("API key");
}

export async function deleteApiKey(db: WriteDb<"console">, id: string): Promise<void> {
  await db.batch([db.delete(apiKeys).where(eq(apiKeys.id, id))]);
}
