import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { Refusal } from "../api.ts";
import type { NoticeKind, NoticeUpdate } from "./notice.ts";

function isUpdate(current: unknown): current is { message: string; updatedAt: string } {
  return typeof current === "object" && current !== null && "message" in current && "updatedAt" in current;
}

interface UpdateMessageEditorProps<Status extends string> {
  kind: NoticeKind<Status>;
  noticeID: string;
  update: NoticeUpdate<Status>;
  onClose: () => void;
}

/** Edits a previous update's message where it stands. It lies within the dialog's form, so it is not one itself. */
export function UpdateMessageEditor<Status extends string>({
  kind,
  noticeID,
  update,
  onClose,
}: UpdateMessageEditorProps<Status>) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState(update.message);
  const [opened] = useState(update);
  // Somebody else's message, once it has been shown, is what the next attempt takes the place of.
  const [theirs, setTheirs] = useState<{ message: string; updatedAt: string }>();
  const saving = useAction({
    title: "Edit message",
    mutationFn: () => kind.changeMessage(noticeID, { ...opened, ...theirs }, message),
    onError: (error) => {
      if (error instanceof Refusal && isUpdate(error.current)) setTheirs(error.current);
    },
    // Awaited, so that the old message does not flash up between the editor and the new one.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: kind.list.queryKey }),
  });
  const save = () => saving.mutate(undefined, { onSuccess: onClose });

  return (
    <fieldset
      data-own-escape
      className="grid min-w-0 gap-2 pr-1.5"
      aria-label="Edit message"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
        // Saves this message rather than sending the dialog around it.
        event.stopPropagation();
        if (!saving.isPending) save();
      }}
    >
      <TextField label="Edited message" rows={1} autoFocus value={message} onChange={setMessage} />
      <ErrorArea error={saving.error} />
      {theirs && (
        <p className="[overflow-wrap:anywhere]">
          The message is now: “{theirs.message}”. Saving puts yours in its place.
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={saving.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </fieldset>
  );
}
