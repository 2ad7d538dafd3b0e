import { writableStore } from "./database.ts";
import { draftsOf } from "./drafts-of.ts";
import { removeDraft } from "./stored-drafts.ts";

/** Deletes the drafts of an administrator, also in other tabs. Resolves once they are gone from the disk. */
export async function deleteDrafts(administrator: string): Promise<void> {
  for (const { key, savedAt } of draftsOf(administrator)) removeDraft(key, savedAt);
  const store = await writableStore();
  // The character after the slash ends the range.
  store.delete(IDBKeyRange.bound(`${administrator}/`, `${administrator}0`, false, true));
  await new Promise((resolve, reject) => {
    store.transaction.oncomplete = resolve;
    store.transaction.onabort = () => reject(store.transaction.error);
  });
}
