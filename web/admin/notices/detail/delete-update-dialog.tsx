import { useQueryClient } from "@tanstack/react-query";
import type { Notice, NoticeUpdate } from "../../../../worker/notices/domain.ts";
import { DeleteDialog } from "../../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../../action.ts";
import { formatDateTime } from "../../times/dates.ts";
import { toAnnouncement } from "../form/announcements.ts";
import { deleteUpdate } from "../write-calls.ts";

interface DeleteUpdateDialogProps {
  notice: Notice;
  update: NoticeUpdate;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteUpdateDialog({ notice, update, onDeleted, onClose }: DeleteUpdateDialogProps) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: "Delete update",
    mutationFn: () => deleteUpdate(notice.kind, update),
    announce: (saved) =>
      toAnnouncement(saved, {
        text: "Update deleted.",
        undoneText: "Undone. The update is back.",
        kind: notice.kind,
        noticeID: notice.noticeID,
      }),
    // The dialog waits for this, so that the focus does not stay on an update that disappears.
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const statusAfter = statusWithout(notice, update);

  return (
    <DeleteDialog
      name={`the update of ${formatDateTime(update.createdAt)}`}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
      offersUndo
    >
      <ul className="grid list-disc gap-1 pl-4.5">
        <li>It disappears from the status page, from feeds and from the search.</li>
        {statusAfter !== notice.status && (
          <li>
            The status goes back to {statusAfter}.
            {notice.kind === "incident" && " Components keep their present statuses."}
          </li>
        )}
        <li>Email that was sent about it can't be taken back. Email that is still waiting isn't sent.</li>
      </ul>
    </DeleteDialog>
  );
}

/** The status follows the newest update. */
function statusWithout({ status, updates }: Notice, deleted: NoticeUpdate): Notice["status"] {
  const [newest, next] = updates;
  const isNewest = newest?.noticeUpdateID === deleted.noticeUpdateID;
  return isNewest && newest.status === status ? (next?.status ?? status) : status;
}
