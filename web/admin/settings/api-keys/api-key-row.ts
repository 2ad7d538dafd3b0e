import type { ApiKeyScope } from "../../../../worker/settings/domain.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";

export const keyStatus = { toBeCreated: 0, created: 1, toBeDeleted: 2 } as const;

export interface NewKeyDraft {
  name: string;
  scope: ApiKeyScope;
  /** The last day on which it works, such as 2026-01-31. Empty for a key that never expires. */
  expires: string;
  /** The Idempotency-Key: a retry after a lost response creates no second key. */
  requestID: string;
}

export type ApiKeyRow =
  | { id: string; status: typeof keyStatus.toBeCreated; draft: NewKeyDraft }
  | (ApiKey & { status: typeof keyStatus.created | typeof keyStatus.toBeDeleted });

/** @param newKeys by a temporary ID */
export function apiKeyRows(
  keys: readonly ApiKey[],
  deletedIDs: ReadonlySet<string>,
  newKeys: Readonly<Record<string, NewKeyDraft>>,
): ApiKeyRow[] {
  const storedRows = keys.map((key) => {
    return { ...key, status: deletedIDs.has(key.id) ? keyStatus.toBeDeleted : keyStatus.created };
  });
  const newRows = Object.entries(newKeys).map(([id, draft]) => ({
    id,
    status: keyStatus.toBeCreated,
    draft,
  }));
  return [...storedRows, ...newRows];
}
