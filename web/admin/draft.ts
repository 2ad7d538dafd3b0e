import { useState, useSyncExternalStore } from "react";
import { APIError, type Write } from "./api.ts";
import { conflictOf } from "./conflict.ts";
import { type Edited, openDraft } from "./drafts/open-draft.ts";
import { useSession } from "./session/session.ts";
import { administratorOf } from "./session/session-state.ts";

const KEY_USED_BEFORE = 422;

const SAVED_BEFORE =
  "Your first try was saved after all. What you changed since isn't saved yet: press the button again.";

/**
 * What a form shows about a stored item, by the field of the draft that it belongs to. A conflict lists each value that
 * changed, and `news` only if it is new.
 */
export type Facts = Record<string, { label: string; value: string } | { news: string }>;

interface Form<Stored, Draft> {
  /** Returns the defaults of a new item if nothing is stored. */
  draftOf: (stored: Stored | undefined) => Draft;
  /** The user must see a change of these before overwriting it. */
  facts: (stored: Stored) => Facts;
  secretFields?: readonly (keyof Draft)[];
  withoutSecrets?: (stored: Stored) => Stored;
}

interface Unsaved<Stored, Draft> {
  baseline: Stored | undefined;
  draft: Draft;
}

/** @param write goes into the headers of the request */
type SaveRequest<Stored, Draft, Saved> = (
  write: Write & { requestID: string },
  unsaved: Unsaved<Stored, Draft>,
) => Promise<Saved>;

/**
 * The draft of a form for an item that others may change too. Until the first edit it follows the stored item. After that, a
 * save that would overwrite someone else's change is a conflict, which the form shows first. If an earlier try was saved, whose response
 * was lost, what was changed since becomes an edit of the saved item, which is then the `baseline`.
 * Edits are stored on this device with each key press, until `save` succeeds or the user discards them. After an undo, call
 * `restoreSent`: what `save` sent comes back, even if the form is closed.
 * @param name the form and the ID of its item, as in `component/ID`
 */
export function useDraft<Stored extends { updatedAt: string }, Draft extends object>(
  name: string,
  stored: Stored | undefined,
  { draftOf, facts, secretFields = [], withoutSecrets = (item) => item }: Form<Stored, Draft>,
) {
  const opened = useOpenDraft<Stored, Draft>(name);
  const mine = useSyncExternalStore(opened.subscribe, opened.get);
  const { edits, base = stored, theirs, restoredFrom } = mine;
  const baseline = theirs ?? base;
  const changes = base && theirs ? conflictsWith(theirs, base) : [];

  /** Others may have made the same change. */
  function conflictsWith(now: Stored, before: Stored): { field: string; text: string }[] {
    const values = new Map<string, unknown>(Object.entries(draftOf(now)));
    const equal = Object.entries(edits)
      .filter(([field, value]) => JSON.stringify(values.get(field)) === JSON.stringify(value))
      .map(([field]) => field);
    return differences(facts(before), facts(now), new Set<PropertyKey>(equal));
  }

  function change(next: Edited<Stored, Draft>): void {
    const storable = omitFields(next.edits, new Set<PropertyKey>(secretFields));
    const before = draftOf(next.base);
    const saysNothing = JSON.stringify({ ...before, ...storable }) === JSON.stringify(before);
    const { base: nextBase, requestID, sent } = next;
    const storedDraft = {
      edits: storable,
      ...(nextBase && { base: withoutSecrets(nextBase) }),
      ...(requestID && { requestID }),
      ...(sent && { sent: omitFields(sent, new Set<PropertyKey>(secretFields)) }),
    };
    opened.change(next, saysNothing ? undefined : storedDraft);
  }

  /** Pass what changes the draft as a function if it may have changed since it was rendered. */
  function edit(edited: Partial<Draft> | ((draft: Draft) => Partial<Draft>)): void {
    const before = opened.get();
    const fields =
      typeof edited === "function" ? edited({ ...draftOf(before.base ?? stored), ...before.edits }) : edited;
    const basis = before.base ?? stored;
    change({ ...before, edits: { ...before.edits, ...fields }, ...(basis && { base: basis }) });
  }

  /** A change that the form does not show, such as a move in the list, is no conflict. */
  async function send<Saved>(request: SaveRequest<Stored, Draft, Saved>, requestID: string): Promise<Saved> {
    const unsaved = { draft: { ...draftOf(baseline), ...edits }, baseline };
    const unchangedSince = baseline?.updatedAt;
    try {
      return await request({ unchangedSince, requestID }, unsaved);
    } catch (error) {
      const latest = opened.get();
      if (isKeyUsed(error)) {
        const newRequestID = crypto.randomUUID();
        const { sent = {}, requestID: _, ...others } = latest;
        const current = error.current as Stored | undefined; // the API responds with the item that the earlier try saved
        if (current) {
          change({ ...others, edits: changedFields(sent, latest.edits), base: current });
          throw new Error(SAVED_BEFORE, { cause: error });
        }
        // What an earlier try has created is deleted by now, so this one is new.
        change({ ...latest, requestID: newRequestID, sent: latest.edits });
        return request({ unchangedSince, requestID: newRequestID }, unsaved);
      }
      const current = conflictOf<Stored>(error);
      if (!current || !baseline) throw error;
      if (conflictsWith(current, baseline).length > 0) {
        change({ ...latest, ...(base && { base }), theirs: current });
        throw error;
      }
      const merged = { draft: { ...draftOf(current), ...edits }, baseline: current };
      return request({ unchangedSince: current.updatedAt, requestID }, merged);
    }
  }

  async function save<Saved>(request: SaveRequest<Stored, Draft, Saved>): Promise<Saved> {
    const { requestID = crypto.randomUUID(), sent = edits, ...before } = opened.get();
    change({ ...before, requestID, sent });
    const removeSent = opened.startSending();
    const saved = await send(request, requestID).catch((error: unknown) => {
      if (isRefusal(error)) forgetTry();
      throw error;
    });
    removeSent();
    return saved;
  }

  /** A refused try has saved nothing, so the next one is the first. */
  function forgetTry(): void {
    const { requestID: _, sent: __, ...others } = opened.get();
    change(others);
  }

  return {
    baseline,
    draft: { ...draftOf(baseline), ...edits },
    isEdited: Object.keys(edits).length > 0,
    edit,
    /** Keeps what was edited since the call was rendered, such as during a save. */
    reset: () => change({ edits: changedFields(edits, opened.get().edits) }),
    save,
    restoreSent: opened.restoreSent,
    restored:
      restoredFrom === undefined ? undefined : { since: restoredFrom, discard: () => change({ edits: {} }) },
    conflict:
      theirs && changes.length > 0
        ? {
            changes: changes.map(({ text }) => text),
            takeTheirs: () =>
              change({
                edits: omitFields(edits, new Set<PropertyKey>(changes.map(({ field }) => field))),
                base: theirs,
              }),
          }
        : undefined,
  };
}

export function useNewDraft<Draft extends object>(name: string, empty: Draft) {
  return useDraft<{ updatedAt: string }, Draft>(name, undefined, { draftOf: () => empty, facts: () => ({}) });
}

/** Nobody else's drafts are shown, so each administrator of this browser has their own. */
function useOpenDraft<Stored, Draft>(name: string) {
  const administrator = administratorOf(useSession());
  const key = administrator && `${administrator.sub}/${name}`;
  const [opened, setOpened] = useState(() => openDraft<Stored, Draft>(key));
  if (opened.key === key) return opened;
  const next = openDraft<Stored, Draft>(key);
  setOpened(next);
  return next;
}

export function changedFields<Draft extends object>(before: Draft, draft: Draft): Partial<Draft> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changedEntries = Object.entries(draft).filter(([field, value]) => old.get(field) !== value);
  return Object.fromEntries(changedEntries) as Partial<Draft>; // some of its own fields
}

function differences(
  before: Facts,
  now: Facts,
  except: ReadonlySet<PropertyKey>,
): { field: string; text: string }[] {
  return Object.entries(now).flatMap(([field, fact]) => {
    if (except.has(field)) return [];
    const was = before[field];
    if ("news" in fact) return was ? [] : { field, text: fact.news };
    const text = `${fact.label} is now ${fact.value || "empty"}`;
    if (!was || "news" in was) return { field, text };
    return was.value === fact.value ? [] : { field, text: `${text} (was ${was.value || "empty"})` };
  });
}

/** A field may hold a record of fields, such as the statuses chosen for components. */
function omitFields<Edits extends object>(edits: Edits, fields: ReadonlySet<PropertyKey>): Edits {
  const others = Object.entries(edits)
    .filter(([field]) => !fields.has(field))
    .map(([field, value]) => [field, value instanceof Object ? omitFields(value, fields) : value]);
  return Object.fromEntries(others) as Edits; // some of its own fields
}

/** A form shows the changes of a conflict instead of its error. */
export function unlessConflict(error: Error | null): Error | null {
  return isKeyUsed(error) || conflictOf(error) ? null : error;
}

/** An earlier try with the same Idempotency-Key, whose response was lost, was saved with another text. */
function isKeyUsed(error: unknown): error is APIError {
  return error instanceof APIError && error.status === KEY_USED_BEFORE;
}

function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.status < 500;
}
