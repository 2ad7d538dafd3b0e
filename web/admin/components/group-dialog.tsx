import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { nameList } from "../lists/name-list.ts";
import { SearchField } from "../lists/search-field.tsx";
import { changeComponent, componentList } from "./calls.ts";
import { addGroup, changeGroup } from "./group-calls.ts";
import { nameMatcher } from "./order/visible-entries.ts";

interface GroupDialogProps {
  group?: Group;
  onClose: () => void;
}

const defineForm = (components: readonly Component[]) => ({
  toDraft: (group: Group | undefined) => ({
    name: group?.name ?? "",
    componentIDs: group?.componentIDs ?? [],
  }),
  comparedFields: ({ name, componentIDs }: Group) => ({
    name: { label: "Name", value: name },
    componentIDs: {
      label: "Components",
      value: nameList(components.filter(({ componentID }) => componentIDs.includes(componentID))),
    },
  }),
});

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const queryClient = useQueryClient();
  const { data: components = [] } = useQuery(componentList);
  const form = useDraft(`group/${group?.groupID ?? ""}`, group, defineForm(components));
  const { baseline, draft, edit, save } = form;
  const edited = group ?? baseline;
  const isChosen = (componentID: string) => draft.componentIDs.includes(componentID);

  const saveAction = useAction({
    title: edited ? `Rename ${isolateDirection(edited.name)}` : "New Group",
    mutationFn: async () => {
      const before = baseline?.componentIDs ?? [];
      const isSame = before.length === draft.componentIDs.length && before.every(isChosen);
      if (edited && isSame && draft.name === baseline?.name) return edited;
      return save(async (write) => {
        const saved = edited
          ? await changeGroup(edited.groupID, { name: draft.name }, write)
          : await addGroup({ name: draft.name }, write.requestID);
        const newest = await queryClient.fetchQuery({ ...componentList, staleTime: 0 });
        await moveComponents(saved.groupID, { before, after: draft.componentIDs, components: newest });
        return saved;
      });
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
      {components.length > 0 && (
        <ComponentChoice
          components={components}
          chosen={draft.componentIDs}
          onChange={(componentIDs) => edit({ componentIDs })}
        />
      )}
    </DraftDialog>
  );
}

interface ComponentChoiceProps {
  components: readonly Component[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** More components than these have a field to find one. */
const MAX_WITHOUT_SEARCH = 15;

function ComponentChoice({ components, chosen, onChange }: ComponentChoiceProps) {
  const [search, setSearch] = useState("");
  /** A component stays when it is no longer chosen: its box has the focus. */
  const [unchosen, setUnchosen] = useState<readonly string[]>([]);
  const matches = nameMatcher(search);
  const isShown = ({ componentID, name }: Component) =>
    chosen.includes(componentID) || unchosen.includes(componentID) || matches(name);
  const shown = components.filter(isShown);
  const find = (text: string) => {
    setSearch(text);
    setUnchosen([]);
  };
  return (
    <fieldset className="grid min-w-0">
      <legend className="font-medium">Components</legend>
      {components.length > MAX_WITHOUT_SEARCH && (
        <search className="mt-1.5" onKeyDown={(event) => isPlainEnter(event) && event.preventDefault()}>
          <SearchField label="Find a component" value={search} onChange={find} />
        </search>
      )}
      {shown.map(({ componentID, name }) => (
        <CheckField
          key={componentID}
          label={name}
          checked={chosen.includes(componentID)}
          onChange={(isChosen) => {
            if (!isChosen) setUnchosen([...unchosen, componentID]);
            onChange(isChosen ? [...chosen, componentID] : chosen.filter((each) => each !== componentID));
          }}
        />
      ))}
      {shown.length === 0 && <p className="py-1.5 text-muted">No matches.</p>}
    </fieldset>
  );
}

const isPlainEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === "Enter" && !ctrlKey && !metaKey;

interface Members {
  before: readonly string[];
  after: readonly string[];
  components: readonly Component[];
}

async function moveComponents(groupID: string, { before, after, components }: Members): Promise<void> {
  for (const { componentID, groupID: present } of components) {
    const isChosen = after.includes(componentID);
    if (isChosen === before.includes(componentID)) continue;
    if (isChosen) await changeComponent(componentID, { groupID });
    // Someone else may have moved it to another group.
    else if (present === groupID) await changeComponent(componentID, { groupID: null });
  }
}
