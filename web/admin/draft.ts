import { useState } from "react";
import { Refusal } from "./api.ts";

const CONFLICT = 409;

/**
 * What a form shows of something stored, by the draft's field that it belongs to. `news` is shown once, when it comes;
 * a value is shown whenever it changes.
 */
export type Facts = Record<string, { label: string; value: string } | { news: string }>;

interface Form<Stored, Draft> {
  /** Without anything stored, it answers the defaults of a new one. */
  draftOf: (stored: Stored | undefined) => Draft;
  /** What must not be overwritten unseen. */
  facts: (stored: Stored) => Facts;
}

/**
 * A form over something that others may change, too. It follows what is stored until its first edit. From then on a save that
 * would overwrite somebody else's change becomes a conflict, which shows that change first.
 */
export function useDraft<Stored extends { updatedAt: string }, Draft extends object>(
  stored: Stored | undefined,
  { draftOf, facts }: Form<Stored, Draft>,
) {
  /** `base` is what the edits were begun on, `theirs` what it had become when the save was refused. */
  const [mine, setMine] = useState<{ edits: Partial<Draft>; base?: Stored; theirs?: Stored }>({ edits: {} });
  const { edits, base = stored, theirs } = mine;
  const baseline = theirs ?? base;
  const changes = base && theirs ? differences(facts(base), facts(theirs)) : [];

  /** Saves on the baseline. A change that the form does not show, such as a move in the list, is no conflict. */
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
    /** The stored version that the draft changes. */
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
              setMine({ edits: without(edits, new Set(changes.map(({ field }) => field))), base: theirs }),
          }
        : undefined,
  };
}

/** The fields of `draft` that differ from `before`: what a PATCH carries. */
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
function without<Edits extends object>(edits: Edits, fields: Set<string>): Edits {
  const others = Object.entries(edits)
    .filter(([field]) => !fields.has(field))
    .map(([field, value]) => [field, value instanceof Object ? without(value, fields) : value]);
  return Object.fromEntries(others) as Edits; // some of its own fields
}

/** A form shows a conflict by what changed, and not as an error. */
export function unlessConflict(error: Error | null): Error | null {
  return currentOf(error) ? null : error;
}

function currentOf<Stored>(error: unknown): Stored | undefined {
  if (!(error instanceof Refusal) || error.status !== CONFLICT) return undefined;
  return error.current as Stored | undefined; // the API answers with what the PATCH would have
}
