import { useQueryClient } from "@tanstack/react-query";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { DeleteDialog } from "../../ui/dialogs/delete-dialog.tsx";
import { useAction } from "../action.ts";
import { deleteMetric } from "./calls.ts";

export function DeleteMetricDialog({ metric, onClose }: { metric: Metric; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleteAction = useAction({
    title: `Delete ${isolateDirection(metric.title)}`,
    mutationFn: () => deleteMetric(metric.metricID),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DeleteDialog
      name={metric.title}
      busy={deleteAction.isPending}
      error={deleteAction.error}
      onDelete={() => deleteAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
