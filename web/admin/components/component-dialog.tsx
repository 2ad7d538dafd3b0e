import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { componentStatuses } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { changedFields } from "../drafts/draft-fields.ts";
import { addComponent, changeComponent, groupList } from "./calls.ts";
import { type DisplayDraft, DisplayFields, defaultDisplay, placeNames } from "./display-fields.tsx";

interface ComponentDialogProps {
  component?: Component;
  onClose: () => void;
}

const NO_GROUP = "";

// Incidents and maintenances set the status, so it is not a field.
const defineForm = (groups: Group[]) => ({
  toDraft: (component: Component | undefined) => ({
    name: component?.name ?? "",
    description: component?.description ?? "",
    groupID: component?.groupID ?? NO_GROUP,
    ...displayOrDefault(component),
  }),
  comparedFields: ({ name, description, groupID, ...component }: Component) => ({
    name: { label: "Name", value: name },
    description: { label: "Description", value: description },
    groupID: { label: "Group", value: groupName(groups, groupID ?? NO_GROUP) },
    shown: { label: "Shown on the status page", value: placeNames[component.shown] },
    showsUptime: { label: "Show uptime and days", value: component.showsUptime ? "Yes" : "No" },
    uptimeSince: { label: "Uptime counts from", value: component.uptimeSince },
    link: { label: "Link", value: component.link },
  }),
});

function displayOrDefault(component: Component | undefined): DisplayDraft {
  const { shown, showsUptime, uptimeSince, link } = component ?? defaultDisplay;
  return { shown, showsUptime, uptimeSince, link };
}

function groupName(groups: Group[], groupID: string): string {
  return groups.find((group) => group.groupID === groupID)?.name ?? "None";
}

export function ComponentDialog({ component, onClose }: ComponentDialogProps) {
  const queryClient = useQueryClient();
  const { data: groups = [], isSuccess: hasGroups } = useQuery(groupList);
  const formDefinition = defineForm(groups);
  const form = useDraft(`component/${component?.componentID ?? ""}`, component, formDefinition);
  const { baseline, draft, edit, save } = form;
  const edited = component ?? baseline;
  // A draft can be older than the deletion of its group.
  const isDeleted = hasGroups && !groups.some(({ groupID }) => groupID === draft.groupID);
  const chosen = isDeleted ? NO_GROUP : draft.groupID;
  const groupID = chosen === NO_GROUP ? null : chosen;

  const saveAction = useAction({
    title: edited ? `Edit ${isolateDirection(edited.name)}` : "Add Component",
    mutationFn: async () => {
      if (!edited)
        return save(({ requestID }) =>
          addComponent({ ...draft, groupID, status: componentStatuses[0] }, requestID),
        );
      const stored = { ...formDefinition.toDraft(baseline), groupID: baseline?.groupID ?? null };
      const change = changedFields(stored, { ...draft, groupID });
      if (Object.keys(change).length === 0) return edited;
      return save((write) => changeComponent(edited.componentID, change, write));
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DraftDialog
      title={edited ? "Edit Component" : "Add Component"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
      <TextField
        label="Description (optional)"
        rows={1}
        value={draft.description}
        onChange={(description) => edit({ description })}
      />
      {groups.length > 0 && (
        <SelectField
          label="Group"
          value={chosen}
          choices={[NO_GROUP, ...groups.map((group) => group.groupID)]}
          nameOf={(choice) => groupName(groups, choice)}
          onChange={(choice) => edit({ groupID: choice })}
        />
      )}
      <DisplayFields draft={draft} edit={edit} />
      {edited && <HistoryLink component={edited} />}
    </DraftDialog>
  );
}

function HistoryLink({ component: { componentID, name } }: { component: Component }) {
  return (
    <Link
      href={`/audit?item=${componentID}`}
      aria-label={`History, ${name}`}
      className="inline-flex min-h-9 items-center justify-self-start rounded whitespace-nowrap text-muted underline-offset-4 hover:text-ink hover:underline"
    >
      History
    </Link>
  );
}
