import { DAY_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { deleteDraft, readDrafts, type StoredDraft, writeDraft } from "./database.ts";

/** Each administrator has as many, so that nobody's drafts push out those of another. */
const MAX_DRAFTS = 50;
const MAX_AGE_MS = 30 * DAY_MS;
const MAX_CHARACTERS = 1_000_000;
/** A browser whose database hangs must not hang the console. */
const LOAD_TIMEOUT_MS = SECOND_MS;

export interface OpenForm {
  key: string;
  /** Another form or tab has sent or discarded this version of the draft. */
  onRemoved: (version: number) => void;
  onRestored: () => void;
}

type Message = { saved: StoredDraft } | { removed: { key: string; version: number } };

/** Drafts live only as long as the page if the browser has no database. */
export const drafts = new Map<string, StoredDraft>();
const sentDrafts = new Map<string, StoredDraft>();
const openForms = new Set<OpenForm>();
const listeners = new Set<() => void>();
let otherTabs: BroadcastChannel | undefined;

/** Reads what the browser has stored. */
export async function loadDrafts(): Promise<void> {
  drafts.clear();
  sentDrafts.clear();
  otherTabs?.close();
  otherTabs = new BroadcastChannel("daymark-drafts");
  otherTabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("removed" in data) return forget(data.removed.key, data.removed.version);
    drafts.set(data.saved.key, data.saved);
    notifyListeners();
  });
  const load = readDrafts().then((stored) => {
    for (const draft of stored) if (!drafts.has(draft.key)) drafts.set(draft.key, draft);
    removeSurplus();
    notifyListeners();
  });
  await Promise.race([
    load.catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS)),
  ]);
}

export function storedDraft(key: string): StoredDraft | undefined {
  return drafts.get(key);
}

export function storeDraft(draft: StoredDraft): void {
  drafts.set(draft.key, draft);
  notifyListeners();
  otherTabs?.postMessage({ saved: draft } satisfies Message);
  if (JSON.stringify(draft).length <= MAX_CHARACTERS) writeDraft(draft).catch(() => undefined);
  removeSurplus();
}

/** Removes this version of the draft. A newer one stays. */
export function removeDraft(key: string, version: number, by?: OpenForm): void {
  forget(key, version, by);
  otherTabs?.postMessage({ removed: { key, version } } satisfies Message);
  deleteDraft(key, version).catch(() => undefined);
}

/** Like `removeDraft`, but `restoreSentDraft` can bring it back. */
export function removeSentDraft(key: string, version: number, by: OpenForm): void {
  const draft = drafts.get(key);
  if (draft?.savedAt === version) sentDrafts.set(key, draft);
  removeDraft(key, version, by);
}

/** Does nothing if something else has been typed since. */
export function restoreSentDraft(key: string): void {
  const draft = sentDrafts.get(key);
  if (!draft || drafts.has(key)) return;
  sentDrafts.delete(key);
  storeDraft(draft);
  for (const form of openForms) if (form.key === key) form.onRestored();
}

export function addOpenForm(form: OpenForm): () => void {
  openForms.add(form);
  return () => void openForms.delete(form);
}

/** For what shows whether there are drafts. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function forget(key: string, version: number, by?: OpenForm): void {
  if (drafts.get(key)?.savedAt === version) drafts.delete(key);
  notifyListeners();
  for (const form of openForms) if (form.key === key && form !== by) form.onRemoved(version);
}

function removeSurplus(): void {
  const newestFirst = [...drafts.values()].sort((one, other) => other.savedAt - one.savedAt);
  const counts = new Map<string | undefined, number>();
  for (const { key, savedAt } of newestFirst) {
    const [administrator] = key.split("/");
    const count = (counts.get(administrator) ?? 0) + 1;
    counts.set(administrator, count);
    if (count <= MAX_DRAFTS && savedAt > Date.now() - MAX_AGE_MS) continue;
    drafts.delete(key);
    deleteDraft(key, savedAt).catch(() => undefined);
  }
}
