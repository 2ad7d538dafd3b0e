import { useQueryClient } from "@tanstack/react-query";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { channelList, deleteChannel } from "./calls.ts";
import type { ListedChannel } from "./channel-row.tsx";

export function DeleteChannelDialog({ channel, onClose }: { channel: ListedChannel; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(channel.name)}`,
    mutationFn: () => deleteChannel(channel.channelID),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: channelList.queryKey }),
  });
  return (
    <DeleteDialog
      name={channel.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
