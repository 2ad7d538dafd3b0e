import { useQueryClient } from "@tanstack/react-query";
import { DeleteDialog } from "../../ui/delete-dialog.tsx";
import { useAction } from "../action.ts";
import type { Notice, NoticeKind } from "./notice.ts";

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
  const deleting = useAction({
    title: `Delete ${notice.name}`,
    mutationFn: () => kind.remove(notice.id),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: kind.list.queryKey }),
  });

  return (
    <DeleteDialog
      name={notice.name}
      busy={deleting.isPending}
      error={deleting.error}
      onDelete={() => deleting.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
