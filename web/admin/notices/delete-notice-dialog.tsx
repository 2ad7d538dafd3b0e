import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isOpen, type Notice } from "../../../worker/notices/domain.ts";
import { MAX_UNDO_BYTES, UNDO_BYTES_PER_UPDATE } from "../../../worker/storage/domain.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deletionAnnouncement } from "./form/announcements.ts";
import { canRestore, RestoreField } from "./form/restore-field.tsx";
import { BannerChange } from "./preview/banner-change.tsx";
import { usePreview } from "./preview/calls.ts";
import { deletionRequest } from "./preview/request.ts";
import { deleteNotice } from "./write-calls.ts";

interface DeleteNoticeDialogProps {
  notice: Notice;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteNoticeDialog({ notice, onDeleted, onClose }: DeleteNoticeDialogProps) {
  const queryClient = useQueryClient();
  const offersRestore = canRestore(notice);
  const [restores, setRestores] = useState(true);
  const request = deletionRequest(notice, isOpen(notice) && restores);
  const { banner } = usePreview(request);
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(notice.name)}`,
    mutationFn: () => deleteNotice(notice, isOpen(notice) && restores),
    announce: (saved) =>
      deletionAnnouncement(saved, {
        text: `${isolateDirection(notice.name)} was deleted.`,
        undoneText: `Undone. ${isolateDirection(notice.name)} is back.`,
        kind: notice.kind,
        noticeID: notice.noticeID,
      }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={notice.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
      offersUndo={canBeUndone(notice)}
    >
      {offersRestore && <RestoreField request={request} checked={restores} onChange={setRestores} />}
      {banner && <BannerChange banner={banner} />}
    </DeleteDialog>
  );
}

/** The server doesn't offer to undo the deletion of more. */
function canBeUndone({ updates }: Notice): boolean {
  const bytes = updates.map(
    ({ message }) => 2 * new TextEncoder().encode(message).length + UNDO_BYTES_PER_UPDATE,
  );
  return bytes.reduce((sum, each) => sum + each, 0) <= MAX_UNDO_BYTES;
}
