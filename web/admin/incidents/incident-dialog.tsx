import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { incidentStatuses } from "../../../worker/incidents/statuses.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { addIncident, changeIncident } from "./calls.ts";
import { ComponentStatusSection } from "./component-status-section.tsx";
import { choose, draftOf, incidentChange, newIncident } from "./incident-draft.ts";
import { PreviousUpdates } from "./previous-updates.tsx";

interface IncidentDialogProps {
  /** The incident to update; without it one is added. */
  incident?: Incident;
  onClose: () => void;
}

export function IncidentDialog({ incident, onClose }: IncidentDialogProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(incident));

  const saving = useMutation({
    mutationFn: () =>
      incident
        ? changeIncident(incident.incidentID, incidentChange(incident, draft))
        : addIncident(newIncident(draft)),
    // An incident changes its components too.
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <FormDialog
      title={incident ? "Update Incident" : "Add Incident"}
      action={incident ? "Update" : "Add"}
      busy={saving.isPending}
      error={saving.error}
      onSubmit={() => saving.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        focusFirst={!incident}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <SelectField
        label="Incident Status"
        value={draft.status}
        choices={incidentStatuses}
        onChange={(status) => setDraft({ ...draft, status })}
      />
      <TextField
        label="Message"
        rows={2}
        focusFirst={Boolean(incident)}
        value={draft.message}
        onChange={(message) => setDraft({ ...draft, message })}
      />
      <ComponentStatusSection
        chosen={draft.chosen}
        onChoose={(component, status) => setDraft(choose(draft, component, status))}
      />
      {incident && <PreviousUpdates updates={incident.incidentUpdates} />}
    </FormDialog>
  );
}
