import { useQueryClient } from "@tanstack/react-query";
import type { Group } from "../../../worker/components/groups/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deleteGroup } from "./group-calls.ts";

export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(group.name)}`,
    mutationFn: () => deleteGroup(group.groupID),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={group.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Its components stay, with their status and history. Subscribers of the group then follow these.</p>
    </DeleteDialog>
  );
}
