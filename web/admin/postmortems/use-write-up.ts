import { useQueryClient } from "@tanstack/react-query";
import type { Postmortem, PostmortemChange } from "../../../worker/notices/postmortem/schema.ts";
import { useDraft } from "../drafts/draft.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import type { ComparedFields } from "../drafts/form.ts";
import { isSaved, postmortemQuery, savePostmortem } from "./calls.ts";

const form = {
  toDraft: (stored: Postmortem | undefined) => ({ body: stored?.body ?? "" }),
  comparedFields: (stored: Postmortem): ComparedFields => ({
    body: { label: "The text", value: stored.body },
    state: { label: "The state", value: isSaved(stored) ? stored.state : "Not saved" },
  }),
};

/** The write-up with what is typed. Every save sends the typed text along, so nothing is published without it. */
export function useWriteUp(stored: Postmortem) {
  const queryClient = useQueryClient();
  const { incidentID } = stored;
  const { baseline = stored, draft, save, reset, ...rest } = useDraft(`write-up/${incidentID}`, stored, form);
  const edited = changedFields(form.toDraft(baseline), draft);

  async function saveWith(change: PostmortemChange): Promise<Postmortem> {
    const saved = await save((write) => savePostmortem(incidentID, { ...edited, ...change }, write));
    queryClient.setQueryData(postmortemQuery(incidentID).queryKey, saved);
    reset();
    return saved;
  }

  return { ...rest, draft, hasChanges: Object.keys(edited).length > 0, saveWith };
}

export type WriteUp = ReturnType<typeof useWriteUp>;
