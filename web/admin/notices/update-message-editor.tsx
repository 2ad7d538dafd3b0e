import { useQueryClient } from "@tanstack/react-query";
import type { NoticeKind, NoticeUpdate } from "../../../worker/notices/domain.ts";
import { FormActions } from "../../ui/form-actions.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { unlessConflict, useDraft } from "../draft.ts";
import { changeMessage, noticeList } from "./calls.ts";

interface UpdateMessageEditorProps {
  kind: NoticeKind;
  update: NoticeUpdate;
  onClose: () => void;
}

type Message = Pick<NoticeUpdate, "message" | "updatedAt">;

const form = {
  draftOf: (update: Message | undefined) => ({ message: update?.message ?? "" }),
  facts: ({ message }: Message) => ({ message: { label: "Message", value: message } }),
};

/** Edits the message of a previous update in its place. The dialog around it is a form, so this is none. */
export function UpdateMessageEditor({ kind, update, onClose }: UpdateMessageEditorProps) {
  const queryClient = useQueryClient();
  const { draft, edit, save, conflict } = useDraft<Message, { message: string }>(update, form);
  const saving = useAction({
    title: "Edit message",
    mutationFn: () =>
      save((updatedAt = update.updatedAt) => changeMessage(kind, { ...update, updatedAt }, draft.message)),
    // Awaited, so that the old message does not flash up between the editor and the new one.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticeList(kind).queryKey }),
  });
  const onSave = () => saving.mutate(undefined, { onSuccess: onClose });

  return (
    <fieldset
      data-own-escape
      className="grid min-w-0 gap-2 pr-1.5"
      aria-label="Edit message"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
        event.stopPropagation(); // The dialog around it must not be sent.
        if (!saving.isPending) onSave();
      }}
    >
      <TextField
        label="Edited message"
        rows={1}
        autoFocus
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      <FormActions
        action="Save"
        busy={saving.isPending}
        error={unlessConflict(saving.error)}
        conflict={conflict}
        onCancel={onClose}
        onSave={onSave}
      />
    </fieldset>
  );
}
