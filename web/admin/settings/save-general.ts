import type { ApiKey } from "../../../worker/settings/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { expiryTime } from "./api-keys/api-key-expiry.ts";
import { type ApiKeyRow, keyStatus } from "./api-keys/api-key-row.ts";
import { createApiKey, deleteApiKey } from "./calls.ts";
import { runSteps, type Step } from "./save-steps.ts";

interface General {
  rows: readonly ApiKeyRow[];
  saveFields: (() => Promise<void>) | undefined;
  onKeySaved: (row: ApiKeyRow, change: (keys: readonly ApiKey[]) => ApiKey[]) => void;
}

export async function saveGeneral({ rows, saveFields, onKeySaved }: General): Promise<void> {
  const keys = rows
    .filter(({ status }) => status !== keyStatus.created)
    .map((row) => ({ ...apiKeyStep(row), run: async () => onKeySaved(row, await saveApiKey(row)) }));
  const fields = { toDo: "change the settings", done: "changed the settings" };
  await runSteps(saveFields ? [...keys, { ...fields, run: saveFields }] : keys);
}

export async function saveApiKey(row: ApiKeyRow): Promise<(keys: readonly ApiKey[]) => ApiKey[]> {
  switch (row.status) {
    case keyStatus.toBeCreated: {
      const { name, scope, expires, requestID } = row.draft;
      const json = {
        ...(name.trim() && { name }),
        scopes: [scope],
        ...(expires && { expiresAt: expiryTime(expires) }),
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

function apiKeyStep(row: ApiKeyRow): Step {
  if (row.status !== keyStatus.toBeCreated) {
    return {
      toDo: `delete the key ${isolateDirection(row.name)}`,
      done: `deleted the key ${isolateDirection(row.name)}`,
    };
  }
  const key = row.draft.name.trim() ? `the key ${isolateDirection(row.draft.name.trim())}` : "a key";
  return { toDo: `create ${key}`, done: `created ${key}` };
}
