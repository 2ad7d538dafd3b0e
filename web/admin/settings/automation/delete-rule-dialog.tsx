import { useQueryClient } from "@tanstack/react-query";
import type { AlertRule } from "../../../../worker/alerts/rules/schema.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../../action.ts";
import { deleteRule, ruleList } from "./calls.ts";

export function DeleteRuleDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(rule.name)}`,
    mutationFn: () => deleteRule(rule.ruleID),
    // The focus goes on once the row is gone.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ruleList.queryKey }),
  });

  return (
    <DeleteDialog
      name={rule.name}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-muted">What it has begun, such as a proposal or a status, stays as it is.</p>
    </DeleteDialog>
  );
}
