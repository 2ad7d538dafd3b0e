import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Component } from "../../../worker/components/schema.ts";
import { componentStatuses } from "../../../worker/components/statuses.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { addComponent, changeComponent } from "./calls.ts";

interface ComponentDialogProps {
  /** The component to edit; without it one is added. */
  component?: Component;
  onClose: () => void;
}

export function ComponentDialog({ component, onClose }: ComponentDialogProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState({
    name: component?.name ?? "",
    description: component?.description ?? "",
  });

  const saving = useMutation({
    // The status is not sent on edit: an incident may have changed it while the dialog was open.
    mutationFn: () =>
      component
        ? changeComponent(component.componentID, draft)
        : addComponent({ ...draft, status: componentStatuses[0] }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <FormDialog
      title={component ? "Edit Component" : "Add Component"}
      action={component ? "Save" : "Add"}
      busy={saving.isPending}
      error={saving.error}
      onSubmit={() => saving.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        focusFirst
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label="Description (optional)"
        rows={1}
        value={draft.description}
        onChange={(description) => setDraft({ ...draft, description })}
      />
    </FormDialog>
  );
}
