import type { ApiKey } from "../../../worker/settings/schema.ts";
import { createApiKey, deleteApiKey } from "./calls.ts";

/** Where a key is on its way. */
export const keyStatus = { toBeCreated: 0, created: 1, toBeDeleted: 2 } as const;

export type ApiKeyRow =
  | { id: string; status: typeof keyStatus.toBeCreated }
  | (ApiKey & { status: typeof keyStatus.created | typeof keyStatus.toBeDeleted });

/** What is to be done on Save, by id; keys that are to be created have an id of their own until then. */
export type KeyMarks = ReadonlyMap<string, typeof keyStatus.toBeCreated | typeof keyStatus.toBeDeleted>;

export function apiKeyRows(keys: readonly ApiKey[], marks: KeyMarks): ApiKeyRow[] {
  const stored = keys.map((key) => {
    return { ...key, status: marks.has(key.id) ? keyStatus.toBeDeleted : keyStatus.created };
  });
  const created = [...marks]
    .filter(([, status]) => status === keyStatus.toBeCreated)
    .map(([id]) => ({ id, status: keyStatus.toBeCreated }));
  return [...stored, ...created];
}

/**
 * Does what is to be done with a key, and answers what `keys` are then.
 * @throws Error for a status that is none
 */
export async function saveApiKey(row: ApiKeyRow): Promise<(keys: readonly ApiKey[]) => ApiKey[]> {
  switch (row.status) {
    case keyStatus.toBeCreated: {
      const key = await createApiKey().catch(because("A key was not created"));
      return (keys) => [...keys, key];
    }
    case keyStatus.created:
      return (keys) => [...keys];
    case keyStatus.toBeDeleted:
      await deleteApiKey(row.id).catch(because(`The key ${row.value.slice(0, 4)}… was not deleted`));
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
