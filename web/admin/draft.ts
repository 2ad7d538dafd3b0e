import { useState } from "react";
import { APIError } from "./api.ts";

const CONFLICT = 409;

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
}

/**
 * The draft of a form for an item that others may change too. Until the first edit it follows the stored item. After that, a
 * save that would overwrite someone else's change is a conflict, and the form shows that change first.
 */
export function useDraft<Stored extends { updatedAt: string }, Draft extends object>(
  stored: Stored | undefined,
  { draftOf, facts }: Form<Stored, Draft>,
) {
  /** The edits are based on `base`. `theirs` is the version that a refused save conflicted with. */
  const [mine, setMine] = useState<{ edits: Partial<Draft>; base?: Stored; theirs?: Stored }>({ edits: {} });
  const { edits, base = stored, theirs } = mine;
  const baseline = theirs ?? base;
  const changes = base && theirs ? differences(facts(base), facts(theirs)) : [];

  /** A change that the form does not show, such as a move in the list, is no conflict. */
  async function save<Saved>(send: (unchangedSince: string | undefined) => Promise<Saved>): Promise<Saved> {
    try {
      return await send(baseline?.updatedAt);
    } catch (error) {
      const current = currentOf<Stored>(error);
      if (!current || !baseline) throw error;
      if (differences(facts(baseline), facts(current)).length === 0) return send(current.updatedAt);
      setMine({ edits, ...(base && { base }), theirs: current });
      throw error;
    }
  }

  return {
    baseline,
    draft: { ...draftOf(baseline), ...edits },
    isEdited: Object.keys(edits).length > 0,
    edit: (change: Partial<Draft>) =>
      setMine({ edits: { ...edits, ...change }, ...(base && { base }), ...(theirs && { theirs }) }),
    reset: () => setMine({ edits: {} }),
    save,
    conflict:
      theirs && changes.length > 0
        ? {
            changes: changes.map(({ text }) => text),
            takeTheirs: () =>
              setMine({ edits: omitFields(edits, new Set(changes.map(({ field }) => field))), base: theirs }),
          }
        : undefined,
  };
}

export function changedFields<Draft extends object>(before: Draft, draft: Draft): Partial<Draft> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(draft).filter(([field, value]) => old.get(field) !== value);
  return Object.fromEntries(changed) as Partial<Draft>; // some of its own fields
}

function differences(before: Facts, now: Facts): { field: string; text: string }[] {
  return Object.entries(now).flatMap(([field, fact]) => {
    const was = before[field];
    if ("news" in fact) return was ? [] : { field, text: fact.news };
    const text = `${fact.label} is now ${fact.value || "empty"}`;
    if (!was || "news" in was) return { field, text };
    return was.value === fact.value ? [] : { field, text: `${text} (was ${was.value || "empty"})` };
  });
}

/** A field may hold a record of fields, such as the statuses chosen for components. */
function omitFields<Edits extends object>(edits: Edits, fields: Set<string>): Edits {
  const others = Object.entries(edits)
    .filter(([field]) => !fields.has(field))
    .map(([field, value]) => [field, value instanceof Object ? omitFields(value, fields) : value]);
  return Object.fromEntries(others) as Edits; // some of its own fields
}

/** A form shows the changes of a conflict instead of its error. */
export function unlessConflict(error: Error | null): Error | null {
  return currentOf(error) ? null : error;
}

function currentOf<Stored>(error: unknown): Stored | undefined {
  if (!(error instanceof APIError) || error.status !== CONFLICT) return undefined;
  return error.current as Stored | undefined; // the API answers with what the PATCH would have
}
