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
  let current = restoreDraft<Stored, Draft>(key);
  let listener: (() => void) | undefined;
  let version = current.restoredFrom;

  function show(next: Edited<Stored, Draft>): void {
    current = next;
    listener?.();
  }

  const form: OpenForm = {
    key: key ?? "",
    onRemoved: (removed) => {
      if (removed !== version) return;
      version = undefined;
      show({ edits: {} });
    },
    onRestored: () => {
      if (version !== undefined) return;
      show(restoreDraft(key));
      version = current.restoredFrom;
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
        if (version === undefined || next.edits !== current.edits) version = versionAfter(version);
        storeDraft({ key, savedAt: version, ...stored });
      } else if (version !== undefined) {
        removeDraft(form.key, version, form);
        version = undefined;
      }
      show(next);
    },
    /** Call before a request with what it sends. @returns a function to call when it has succeeded */
    startSending(): () => void {
      const sent = version;
      return () => {
        if (sent === undefined) return;
        removeSentDraft(form.key, sent, form);
        if (version !== sent) return; // Something was typed while it was being sent.
        version = undefined;
        show(withoutRequest(current));
      };
    },
    restoreSent: () => restoreSentDraft(form.key),
  };
}

function restoreDraft<Stored, Draft>(key: string | undefined): Edited<Stored, Draft> {
  const draft = key === undefined ? undefined : storedDraft(key);
  if (!draft) return { edits: {} };
  const { key: _, savedAt, ...edited } = draft;
  return { ...(edited as Edited<Stored, Draft>), restoredFrom: savedAt }; // the same form has stored it
}

/** The version of a draft is the time of its last edit. The same text has the same version in every tab. */
function versionAfter(version = 0): number {
  return Math.max(Date.now(), version + 1);
}

function withoutRequest<Stored, Draft>(edited: Edited<Stored, Draft>): Edited<Stored, Draft> {
  const { restoredFrom: _, requestID: __, sent: ___, ...others } = edited;
  return others;
}
