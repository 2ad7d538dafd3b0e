import { conflictingVersion } from "../api/error-status.ts";
import { conflictingChanges } from "./draft-conflict.ts";
import { changedFields, omitFields } from "./draft-fields.ts";
import type { Form } from "./form.ts";
import { useLocalDraft } from "./local-draft.ts";
import { isKeyUsed, type SaveRequest, saveDraft } from "./save-draft.ts";
import { loadDrafts } from "./stored-drafts.ts";

// The first form waits for the drafts that the browser has stored.
await loadDrafts();

export { subscribeToDrafts } from "./stored-drafts.ts";

/**
 * The draft of a form. It follows the stored item until the first edit. A save that would overwrite someone else's change is a
 * conflict. `baseline` is the item that the edits apply to.
 * @param name the form and the ID of its item, as in `component/ID`
 */
export function useDraft<Stored extends { updatedAt: string }, Draft extends object>(
  name: string,
  stored: Stored | undefined,
  form: Form<Stored, Draft>,
) {
  const local = useLocalDraft(name, stored, form);
  const { edits, base, conflicting, restoredFrom, baseline, latest, change } = local;
  const changes =
    base && conflicting ? conflictingChanges(form, edits, { before: base, now: conflicting }) : [];
  return {
    baseline,
    draft: { ...form.toDraft(baseline), ...edits },
    isEdited: Object.keys(edits).length > 0,
    edit: local.edit,
    /** Keeps what was edited since the call was rendered, such as during a save. */
    reset: () => change({ edits: changedFields(edits, latest().edits) }),
    save: <Saved>(request: SaveRequest<Stored, Draft, Saved>) => saveDraft(local, form, request),
    restoreSent: local.restoreSent,
    restored:
      restoredFrom === undefined ? undefined : { since: restoredFrom, discard: () => change({ edits: {} }) },
    conflict:
      conflicting && changes.length > 0
        ? {
            changes: changes.map(({ text }) => text),
            discardConflicting: () =>
              change({
                edits: omitFields(edits, new Set<PropertyKey>(changes.map(({ field }) => field))),
                base: conflicting,
              }),
          }
        : undefined,
  };
}

export function useNewDraft<Draft extends object>(name: string, empty: Draft) {
  return useDraft<{ updatedAt: string }, Draft>(name, undefined, {
    toDraft: () => empty,
    comparedFields: () => ({}),
  });
}

/** Returns the props with which a form shows how a save goes. */
export function saveProps<Conflict>(
  { isPending, error }: { isPending: boolean; error: Error | null },
  { conflict }: { conflict: Conflict },
) {
  return { busy: isPending, error: unlessConflict(error), conflict };
}

/** A form shows the changes of a conflict instead of its error. */
export function unlessConflict(error: Error | null): Error | null {
  return isKeyUsed(error) || conflictingVersion(error) ? null : error;
}
