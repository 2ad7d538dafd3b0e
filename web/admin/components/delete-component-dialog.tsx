import { useQueryClient } from "@tanstack/react-query";
import type { Component } from "../../../worker/components/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deleteComponent } from "./calls.ts";

export function DeleteComponentDialog({ component, onClose }: { component: Component; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(component.name)}`,
    mutationFn: () => deleteComponent(component.componentID),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={component.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
