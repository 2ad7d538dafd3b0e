import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Notice } from "../../../worker/notices/domain.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deleteNotice } from "./calls.ts";
import { canRestore, RestoreField } from "./restore-field.tsx";

export function DeleteNoticeDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const queryClient = useQueryClient();
  const offersRestore = canRestore(notice);
  const [restores, setRestores] = useState(true);
  const deleting = useAction({
    title: `Delete ${isolateDirection(notice.name)}`,
    mutationFn: () => deleteNotice(notice, offersRestore && restores),
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
