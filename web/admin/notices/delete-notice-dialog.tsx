import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/delete-dialog.tsx";
import { useAction } from "../action.ts";
import type { Notice, NoticeKind } from "./notice.ts";
import { canRestore, RestoreField } from "./restore-field.tsx";

interface DeleteNoticeDialogProps<Status extends string> {
  kind: NoticeKind<Status>;
  notice: Notice<Status>;
  onClose: () => void;
}

export function DeleteNoticeDialog<Status extends string>({
  kind,
  notice,
  onClose,
}: DeleteNoticeDialogProps<Status>) {
  const queryClient = useQueryClient();
  const offersRestore = canRestore(kind, notice);
  const [restores, setRestores] = useState(true);
  const deleting = useAction({
    title: `Delete ${isolateDirection(notice.name)}`,
    mutationFn: () => kind.remove(notice.id, offersRestore && restores),
    // Its components change, too.
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={notice.name}
      busy={deleting.isPending}
      error={deleting.error}
      onDelete={() => deleting.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {offersRestore && <RestoreField checked={restores} onChange={setRestores} />}
    </DeleteDialog>
  );
}
