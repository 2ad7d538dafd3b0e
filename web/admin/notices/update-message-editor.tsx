import { useQueryClient } from "@tanstack/react-query";
import { FormActions } from "../../ui/form-actions.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { unlessConflict, useDraft } from "../draft.ts";
import type { NoticeKind, NoticeUpdate } from "./notice.ts";

interface UpdateMessageEditorProps<Status extends string> {
  kind: NoticeKind<Status>;
  noticeID: string;
  update: NoticeUpdate<Status>;
  onClose: () => void;
}

type Message = Pick<NoticeUpdate<string>, "message" | "updatedAt">;

const form = {
  draftOf: (update: Message | undefined) => ({ message: update?.message ?? "" }),
  facts: ({ message }: Message) => ({ message: { label: "Message", value: message } }),
};

/** Edits the message of a previous update in its place. The dialog around it is a form, so this is none. */
export function UpdateMessageEditor<Status extends string>({
  kind,
  noticeID,
  update,
  onClose,
}: UpdateMessageEditorProps<Status>) {
  const queryClient = useQueryClient();
  const { draft, edit, save, conflict } = useDraft<Message, { message: string }>(update, form);
  const saving = useAction({
    title: "Edit message",
    mutationFn: () =>
      save((updatedAt = update.updatedAt) =>
        kind.changeMessage(noticeID, { id: update.id, updatedAt }, draft.message),
      ),
    // Awaited, so that the old message does not flash up between the editor and the new one.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: kind.list.queryKey }),
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
