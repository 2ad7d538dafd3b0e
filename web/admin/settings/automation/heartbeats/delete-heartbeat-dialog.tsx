import { useQueryClient } from "@tanstack/react-query";
import type { Heartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../../../action.ts";
import { deleteHeartbeat, heartbeatList } from "./calls.ts";

export function DeleteHeartbeatDialog({ heartbeat, onClose }: { heartbeat: Heartbeat; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(heartbeat.name)}`,
    mutationFn: () => deleteHeartbeat(heartbeat.heartbeatID),
    // The focus goes on once the row is gone.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: heartbeatList.queryKey }),
  });

  return (
    <DeleteDialog
      name={heartbeat.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-muted">
        Its address no longer works, so jobs that still call it get an error. If it is missing, its alert
        ends.
      </p>
    </DeleteDialog>
  );
}
