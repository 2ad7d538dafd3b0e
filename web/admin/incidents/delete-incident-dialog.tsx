import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { DeleteDialog } from "../../ui/delete-dialog.tsx";
import { deleteIncident, incidentList } from "./calls.ts";

export function DeleteIncidentDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteIncident(incident.incidentID),
    onSuccess: () => void queryClient.invalidateQueries(incidentList),
  });

  return (
    <DeleteDialog
      name={incident.name}
      busy={deleting.isPending}
      error={deleting.error}
      onDelete={() => deleting.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
