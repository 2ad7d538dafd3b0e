import type { ApiKey } from "../../../worker/settings/schema.ts";
import { type ApiKeyScope, apiKeyScopes } from "../../../worker/settings/statuses.ts";
import { isoTime } from "../local-time.ts";
import { createApiKey, deleteApiKey } from "./calls.ts";

/** Where a key is on its way. */
export const keyStatus = { toBeCreated: 0, created: 1, toBeDeleted: 2 } as const;

export interface NewKeyDraft {
  name: string;
  scope: ApiKeyScope;
  /** The last day of its use, as in 2026-01-31; empty for a key that never expires. */
  expires: string;
}

export const newKeyDraft: NewKeyDraft = { name: "", scope: apiKeyScopes[0].id, expires: "" };

/** @param expires the last day of use */
export function endOfUse(expires: string): string {
  return isoTime(`${expires}T23:59`);
}

export type ApiKeyRow =
  | { id: string; status: typeof keyStatus.toBeCreated; draft: NewKeyDraft }
  | (ApiKey & { status: typeof keyStatus.created | typeof keyStatus.toBeDeleted });

/** What is to be done on Save, by id; keys that are to be created have an id of their own until then. */
export type KeyMarks = ReadonlyMap<string, NewKeyDraft | typeof keyStatus.toBeDeleted>;

export function apiKeyRows(keys: readonly ApiKey[], marks: KeyMarks): ApiKeyRow[] {
  const stored = keys.map((key) => {
    return { ...key, status: marks.has(key.id) ? keyStatus.toBeDeleted : keyStatus.created };
  });
  const created = [...marks].flatMap(([id, draft]) =>
    draft === keyStatus.toBeDeleted ? [] : [{ id, status: keyStatus.toBeCreated, draft }],
  );
  return [...stored, ...created];
}

/**
 * Does what is to be done with a key, and answers what `keys` are then.
 * @throws Error for a status that is none
 */
export async function saveApiKey(row: ApiKeyRow): Promise<(keys: readonly ApiKey[]) => ApiKey[]> {
  switch (row.status) {
    case keyStatus.toBeCreated: {
      const { name, scope, expires } = row.draft;
      const key = await createApiKey({
        ...(name.trim() && { name }),
        scopes: [scope],
        ...(expires && { expiresAt: endOfUse(expires) }),
      }).catch(because("A key was not created"));
      return (keys) => [...keys, key];
    }
    case keyStatus.created:
      return (keys) => [...keys];
    case keyStatus.toBeDeleted:
      await deleteApiKey(row.id).catch(because(`The key ${row.name} was not deleted`));
      return (keys) => keys.filter(({ id }) => id !== row.id);
    default:
      throw new Error(`Unknown API key status: ${(row as ApiKeyRow).status}`); // the types know of none
  }
}

function because(what: string) {
  return (cause: unknown): never => {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  };
}
