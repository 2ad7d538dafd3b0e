import { useState } from "react";
import { Refusal } from "./api.ts";

const CHANGED_MEANWHILE = 409;

/**
 * What a person reads of something stored, by the draft's field that it belongs to. `news` is told once, when it comes;
 * a value is told whenever it changes.
 */
export type Facts = Record<string, { label: string; value: string } | { news: string }>;

interface Form<Stored, Draft> {
  /** Without anything stored: the defaults of what is to be added. */
  draftOf: (stored: Stored | undefined) => Draft;
  /** What must not be saved over unseen. */
  facts: (stored: Stored) => Facts;
}

/**
 * A form over something that others may change too. It shows what is stored until something in it is edited; from then
 * on it is based on that, and a save that would go over somebody else's change is held back until both were seen.
 */
export function useDraft<Stored extends { updatedAt: string }, Draft extends object>(
  stored: Stored | undefined,
  { draftOf, facts }: Form<Stored, Draft>,
) {
  const [edits, setEdits] = useState<Partial<Draft>>({});
  /** What the edits were begun on. */
  const [base, setBase] = useState<Stored>();
  /** What it had become when the save was refused. */
  const [theirs, setTheirs] = useState<Stored>();

  const seen = theirs ?? base ?? stored;
  const draft: Draft = { ...draftOf(seen), ...edits };
  const changes = base && theirs ? differences(facts(base), facts(theirs)) : [];

  function begin(next: Partial<Draft>, on: Stored | undefined, refused?: Stored) {
    setEdits(next);
    setBase(on);
    setTheirs(refused);
  }

  /** Saves on what was seen. A change of something else, as a move in the list, is none that has to be seen. */
  async function save<Saved>(send: (unchangedSince: string | undefined) => Promise<Saved>): Promise<Saved> {
    try {
      return await send(seen?.updatedAt);
    } catch (error) {
      const current = changedMeanwhile<Stored>(error);
      if (!current || !seen) throw error;
      if (differences(facts(seen), facts(current)).length === 0) return send(current.updatedAt);
      begin(edits, base ?? seen, current);
      throw error;
    }
  }

  return {
    seen,
    draft,
    dirty: Object.keys(edits).length > 0,
    edit: (change: Partial<Draft>) => begin({ ...edits, ...change }, base ?? stored, theirs),
    /** Forgets what was edited. */
    reset: () => begin({}, undefined),
    save,
    meanwhile: changes.length > 0 && {
      changes: changes.map(({ text }) => text),
      takeTheirs: () => begin(without(edits, new Set(changes.map(({ field }) => field))), theirs),
    },
  };
}

/** The fields of `draft` that are other than in `before`: what a PATCH carries. */
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

/** Fields may hold records of fields, as the statuses chosen for components. */
function without<Edits extends object>(edits: Edits, fields: Set<string>): Edits {
  const kept = Object.entries(edits)
    .filter(([field]) => !fields.has(field))
    .map(([field, value]) => [field, value instanceof Object ? without(value, fields) : value]);
  return Object.fromEntries(kept) as Edits; // some of its own fields
}

/** The error, unless it is a conflict: that one is told by what changed. */
export function unlessConflict(error: Error | null): Error | null {
  return changedMeanwhile(error) ? null : error;
}

function changedMeanwhile<Stored>(error: unknown): Stored | undefined {
  if (!(error instanceof Refusal) || error.status !== CHANGED_MEANWHILE) return undefined;
  return error.current as Stored | undefined; // the API answers with what the PATCH would have
}
