import type { StoredDraft } from "./database.ts";
import {
  addOpenForm,
  type OpenForm,
  removeDraft,
  removeSentDraft,
  restoreSentDraft,
  storeDraft,
  storedDraft,
} from "./stored-drafts.ts";

/** The edits are based on `base`. `conflicting` is the version that a refused save conflicted with. */
export interface Edited<Stored, Draft> {
  edits: Partial<Draft>;
  base?: Stored;
  conflicting?: Stored;
  /** Every try to save has the same ID, so that nothing is saved twice. */
  requestID?: string;
  /** The edits of the first try. */
  sent?: Partial<Draft>;
  /** The form began with a draft that was stored at this time. */
  restoredFrom?: number;
}

/**
 * Holds the state of an open form, as a store for `useSyncExternalStore`.
 * @param key undefined for a form that must not store anything
 */
export function openDraft<Stored, Draft>(key: string | undefined) {
  let current = restore();
  let listener: (() => void) | undefined;

  function restore(): Edited<Stored, Draft> {
    const draft = key === undefined ? undefined : storedDraft(key);
    if (!draft) return { edits: {} };
    const { key: _, savedAt, ...edited } = draft;
    return { ...(edited as Edited<Stored, Draft>), restoredFrom: savedAt }; // the same form has stored it
  }

  function show(next: Edited<Stored, Draft>): void {
    current = next;
    listener?.();
  }

  let savedAt = current.restoredFrom;

  const form: OpenForm = {
    key: key ?? "",
    onRemoved: (removed) => {
      if (removed !== savedAt) return;
      savedAt = undefined;
      show({ edits: {} });
    },
    onRestored: () => {
      if (savedAt !== undefined) return;
      const restored = restore();
      savedAt = restored.restoredFrom;
      show(restored);
    },
  };

  return {
    key,
    get: () => current,
    subscribe(onChange: () => void): () => void {
      listener = onChange;
      const remove = addOpenForm(form);
      return () => {
        listener = undefined;
        remove();
      };
    },
    /** @param stored undefined if there is no unsaved change */
    change(next: Edited<Stored, Draft>, stored: Omit<StoredDraft, "key" | "savedAt"> | undefined): void {
      if (key !== undefined && stored) {
        // Each edit has a later version. The same text has the same version in every tab.
        if (savedAt === undefined || next.edits !== current.edits)
          savedAt = Math.max(Date.now(), (savedAt ?? 0) + 1);
        storeDraft({ key, savedAt, ...stored });
      } else if (key !== undefined && savedAt !== undefined) {
        removeDraft(key, savedAt, form);
        savedAt = undefined;
      }
      show(next);
    },
    /** Call before a request with what it sends. @returns a function to call when it has succeeded */
    startSending(): () => void {
      const sent = savedAt;
      return () => {
        if (key === undefined || sent === undefined) return;
        removeSentDraft(key, sent, form);
        if (savedAt !== sent) return; // Something was typed while it was being sent.
        savedAt = undefined;
        const { restoredFrom: _, requestID: __, sent: ___, ...others } = current;
        show(others);
      };
    },
    restoreSent(): void {
      if (key !== undefined) restoreSentDraft(key);
    },
  };
}
