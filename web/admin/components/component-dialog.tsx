import { useQueryClient } from "@tanstack/react-query";
import { componentStatuses } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { changedFields, unlessConflict, useDraft } from "../draft.ts";
import { addComponent, changeComponent } from "./calls.ts";

interface ComponentDialogProps {
  /** The component to edit. Without it the dialog adds one. */
  component?: Component;
  onClose: () => void;
}

// Incidents and maintenances set the status, so it is not a field.
const form = {
  draftOf: (component: Component | undefined) => ({
    name: component?.name ?? "",
    description: component?.description ?? "",
  }),
  facts: ({ name, description }: Component) => ({
    name: { label: "Name", value: name },
    description: { label: "Description", value: description },
  }),
};

export function ComponentDialog({ component, onClose }: ComponentDialogProps) {
  const queryClient = useQueryClient();
  const { baseline, draft, edit, save, conflict } = useDraft(component, form);

  const saving = useAction({
    title: component ? `Edit ${isolateDirection(component.name)}` : "Add Component",
    mutationFn: async () => {
      if (!component) return addComponent({ ...draft, status: componentStatuses[0] });
      const change = changedFields(form.draftOf(baseline), draft);
      if (Object.keys(change).length === 0) return component;
      return save((unchangedSince) => changeComponent(component.componentID, change, unchangedSince));
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <FormDialog
      title={component ? "Edit Component" : "Add Component"}
      action={component ? "Save" : "Add"}
      busy={saving.isPending}
      error={unlessConflict(saving.error)}
      conflict={conflict}
      onSubmit={() => saving.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
      <TextField
        label="Description (optional)"
        rows={1}
        value={draft.description}
        onChange={(description) => edit({ description })}
      />
    </FormDialog>
  );
}
