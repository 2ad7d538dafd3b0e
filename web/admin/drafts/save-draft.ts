import { APIError, type Write } from "../api/api.ts";
import { conflictingVersion } from "../api/error-status.ts";
import { isClientError } from "../api/query-client.ts";
import { conflictingChanges } from "./draft-conflict.ts";
import { changedFields } from "./draft-fields.ts";
import type { Form } from "./form.ts";
import type { LocalDraft } from "./local-draft.ts";

const KEY_USED_BEFORE = 422;

const SAVED_BEFORE =
  "Your first try was saved after all. What you changed since isn't saved yet: press the button again.";

interface Unsaved<Stored, Draft> {
  baseline: Stored | undefined;
  draft: Draft;
}

/** @param write goes into the headers of the request */
export type SaveRequest<Stored, Draft, Saved> = (
  write: Write & { requestID: string },
  unsaved: Unsaved<Stored, Draft>,
) => Promise<Saved>;

export async function saveDraft<Stored extends { updatedAt: string }, Draft extends object, Saved>(
  local: LocalDraft<Stored, Draft>,
  form: Form<Stored, Draft>,
  request: SaveRequest<Stored, Draft, Saved>,
): Promise<Saved> {
  const { requestID = crypto.randomUUID(), sent = local.edits, ...before } = local.latest();
  local.change({ ...before, requestID, sent });
  const removeSent = local.startSending();
  const saved = await send(local, form, requestID, request).catch((error: unknown) => {
    if (isClientError(error)) forgetTry(local);
    throw error;
  });
  removeSent();
  return saved;
}

async function send<Stored extends { updatedAt: string }, Draft extends object, Saved>(
  local: LocalDraft<Stored, Draft>,
  form: Form<Stored, Draft>,
  requestID: string,
  request: SaveRequest<Stored, Draft, Saved>,
): Promise<Saved> {
  const { baseline, edits } = local;
  const unsaved = { draft: { ...form.toDraft(baseline), ...edits }, baseline };
  const unchangedSince = baseline?.updatedAt;
  try {
    return await request({ unchangedSince, requestID }, unsaved);
  } catch (error) {
    if (isKeyUsed(error)) return request({ unchangedSince, requestID: startNewTry(local, error) }, unsaved);
    const current = mergeableVersion(local, form, error);
    const merged = { draft: { ...form.toDraft(current), ...edits }, baseline: current };
    return request({ unchangedSince: current.updatedAt, requestID }, merged);
  }
}

/**
 * @returns the ID of the new try
 * @throws Error if what the earlier try saved still exists: the draft is an edit of that now
 */
function startNewTry<Stored, Draft extends object>(
  local: LocalDraft<Stored, Draft>,
  error: APIError,
): string {
  const latest = local.latest();
  const { sent = {}, requestID: _, ...others } = latest;
  const current = error.current as Stored | undefined; // the API responds with the item that the earlier try saved
  if (current) {
    local.change({ ...others, edits: changedFields(sent, latest.edits), base: current });
    throw new Error(SAVED_BEFORE, { cause: error });
  }
  // What an earlier try has created is deleted by now, so this one is new.
  const requestID = crypto.randomUUID();
  local.change({ ...latest, requestID, sent: latest.edits });
  return requestID;
}

/**
 * A change that the form does not show, such as a move in the list, is no conflict.
 * @returns the version that someone else saved, if the edits overwrite nothing of it
 * @throws the given error otherwise
 */
function mergeableVersion<Stored extends { updatedAt: string }, Draft extends object>(
  { baseline, base, edits, latest, change }: LocalDraft<Stored, Draft>,
  form: Form<Stored, Draft>,
  error: unknown,
): Stored {
  const current = conflictingVersion<Stored>(error);
  if (!current || !baseline) throw error;
  if (conflictingChanges(form, edits, { before: baseline, now: current }).length > 0) {
    change({ ...latest(), ...(base && { base }), conflicting: current });
    throw error;
  }
  return current;
}

/** A refused try has saved nothing, so the next one is the first. */
function forgetTry<Stored, Draft extends object>({ latest, change }: LocalDraft<Stored, Draft>): void {
  const { requestID: _, sent: __, ...others } = latest();
  change(others);
}

/** An earlier try with the same Idempotency-Key, whose response was lost, was saved with another text. */
export function isKeyUsed(error: unknown): error is APIError {
  return error instanceof APIError && error.status === KEY_USED_BEFORE;
}
