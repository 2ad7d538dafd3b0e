import { useQueryClient } from "@tanstack/react-query";
import type { Group } from "../../../worker/components/groups/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { addGroup, changeGroup } from "./group-calls.ts";

interface GroupDialogProps {
  group?: Group;
  onClose: () => void;
}

const formDefinition = {
  toDraft: (group: Group | undefined) => ({ name: group?.name ?? "" }),
  comparedFields: ({ name }: Group) => ({ name: { label: "Name", value: name } }),
};

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const queryClient = useQueryClient();
  const form = useDraft(`group/${group?.groupID ?? ""}`, group, formDefinition);
  const { baseline, draft, edit, save } = form;
  const edited = group ?? baseline;

  const saveAction = useAction({
    title: edited ? `Rename ${isolateDirection(edited.name)}` : "New Group",
    mutationFn: async () => {
      if (!edited) return save(({ requestID }) => addGroup(draft, requestID));
      if (draft.name === baseline?.name) return edited;
      return save((write) => changeGroup(edited.groupID, draft, write));
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DraftDialog
      title={edited ? "Rename Group" : "New Group"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
    </DraftDialog>
  );
}
