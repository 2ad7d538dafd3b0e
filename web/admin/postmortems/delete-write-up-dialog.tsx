import { useQueryClient } from "@tanstack/react-query";
import type { Notice } from "../../../worker/notices/domain.ts";
import type { Postmortem } from "../../../worker/notices/postmortem/schema.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deletePostmortem } from "./calls.ts";

interface DeleteWriteUpDialogProps {
  incident: Notice;
  stored: Postmortem;
  onClose: () => void;
}

export function DeleteWriteUpDialog({ incident, stored, onClose }: DeleteWriteUpDialogProps) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: "Delete write-up",
    mutationFn: () => deletePostmortem(stored),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={`the write-up of ${incident.name}`}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {stored.state === "Published" && (
        <p className="text-muted">It's published. Links to it will stop working.</p>
      )}
    </DeleteDialog>
  );
}
