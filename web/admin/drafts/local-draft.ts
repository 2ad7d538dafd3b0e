import { useState, useSyncExternalStore } from "react";
import { useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";
import { omitFields } from "./draft-fields.ts";
import type { Form } from "./form.ts";
import { type Edited, openDraft } from "./open-draft.ts";

export type LocalDraft<Stored, Draft extends object> = ReturnType<typeof useLocalDraft<Stored, Draft>>;

/** The edits of a form, which are stored on this device with each key press. */
export function useLocalDraft<Stored, Draft extends object>(
  name: string,
  stored: Stored | undefined,
  { toDraft, secretFields = [], withoutSecrets = (item) => item }: Form<Stored, Draft>,
) {
  const opened = useOpenDraft<Stored, Draft>(name);
  const {
    edits,
    base = stored,
    conflicting,
    restoredFrom,
  } = useSyncExternalStore(opened.subscribe, opened.get);

  function change(next: Edited<Stored, Draft>): void {
    const storable = omitFields(next.edits, new Set<PropertyKey>(secretFields));
    const before = toDraft(next.base);
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
      typeof edited === "function" ? edited({ ...toDraft(before.base ?? stored), ...before.edits }) : edited;
    const basis = before.base ?? stored;
    change({ ...before, edits: { ...before.edits, ...fields }, ...(basis && { base: basis }) });
  }

  return {
    edits,
    base,
    conflicting,
    restoredFrom,
    baseline: conflicting ?? base,
    /** May be newer than what was rendered. */
    latest: opened.get,
    change,
    edit,
    startSending: opened.startSending,
    restoreSent: opened.restoreSent,
  };
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
