import { useQueryClient } from "@tanstack/react-query";
import type { Template } from "../../../../worker/notices/templates/schema.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../../action.ts";
import { deleteTemplate, templateList } from "../../templates/calls.ts";

export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(template.name)}`,
    mutationFn: () => deleteTemplate(template.templateID),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: templateList.queryKey }),
  });

  return (
    <DeleteDialog
      name={template.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
