import { type ApiKeyScope, apiKeyScopes } from "../../../worker/settings/domain.ts";
import type { ApiKey } from "../../../worker/settings/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { isoTime } from "../local-time.ts";
import { createApiKey, deleteApiKey } from "./calls.ts";
import type { Step } from "./save-steps.ts";

export const keyStatus = { toBeCreated: 0, created: 1, toBeDeleted: 2 } as const;

export interface NewKeyDraft {
  name: string;
  scope: ApiKeyScope;
  /** The last day on which it works, such as 2026-01-31. Empty for a key that never expires. */
  expires: string;
  /** The Idempotency-Key: a retry after a lost response creates no second key. */
  requestID: string;
}

export function newKeyDraft(): NewKeyDraft {
  return { name: "", scope: apiKeyScopes[0].id, expires: "", requestID: crypto.randomUUID() };
}

export function expiryOf(expires: string): string {
  return isoTime(`${expires}T23:59`);
}

export type ApiKeyRow =
  | { id: string; status: typeof keyStatus.toBeCreated; draft: NewKeyDraft }
  | (ApiKey & { status: typeof keyStatus.created | typeof keyStatus.toBeDeleted });

/** What Save will do, by key ID. A key that is to be created has a temporary ID. */
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

/** @returns a function that applies the change to a list of keys */
export async function saveApiKey(row: ApiKeyRow): Promise<(keys: readonly ApiKey[]) => ApiKey[]> {
  switch (row.status) {
    case keyStatus.toBeCreated: {
      const { name, scope, expires, requestID } = row.draft;
      const json = {
        ...(name.trim() && { name }),
        scopes: [scope],
        ...(expires && { expiresAt: expiryOf(expires) }),
      };
      const key = await createApiKey(json, requestID);
      return (keys) => [...keys.filter(({ id }) => id !== key.id), key];
    }
    case keyStatus.created:
      return (keys) => [...keys];
    case keyStatus.toBeDeleted:
      await deleteApiKey(row.id);
      return (keys) => keys.filter(({ id }) => id !== row.id);
    default:
      throw new Error(`Unknown API key status: ${(row as ApiKeyRow).status}`); // the types know of none
  }
}

export function saveStepOf(row: ApiKeyRow): Step {
  if (row.status !== keyStatus.toBeCreated) {
    return {
      toDo: `delete the key ${isolateDirection(row.name)}`,
      done: `deleted the key ${isolateDirection(row.name)}`,
    };
  }
  const key = row.draft.name.trim() ? `the key ${isolateDirection(row.draft.name.trim())}` : "a key";
  return { toDo: `create ${key}`, done: `created ${key}` };
}
