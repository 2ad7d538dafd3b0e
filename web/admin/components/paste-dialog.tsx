import { useQuery, useQueryClient } from "@tanstack/react-query";
import { componentStatuses } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { addComponent, groupList } from "./calls.ts";
import { formatComponentList, type ListedComponent, parseComponentList } from "./component-list.ts";
import { addGroup } from "./group-calls.ts";

interface PasteDraft {
  text: string;
  /** The line that is being added. If the response is lost, the next try has the same IDs, so that nothing is added twice. */
  sent?: { line: string; componentRequestID: string; groupRequestID: string } | undefined;
}

const formDefinition = {
  toDraft: (_: Component | undefined): PasteDraft => ({ text: "" }),
  comparedFields: () => ({}),
};

/** Adds the components of a list, and the groups that it names and that don't exist yet. */
export function PasteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: groups = [] } = useQuery(groupList);
  const form = useDraft("component-list", undefined, formDefinition);
  const { draft, edit, save } = form;
  const listed = parseComponentList(draft.text);
  const newGroups = new Set(listed.map(({ group }) => group).filter((group) => group !== undefined));
  for (const { name } of groups) newGroups.delete(name);

  const saveAction = useAction({
    title: "Add components",
    mutationFn: () =>
      save(async () => {
        const groupIDs = new Map(groups.map(({ name, groupID }) => [name, groupID]));
        let { sent } = draft;
        for (const [index, component] of listed.entries()) {
          const line = formatComponentList([component]);
          if (sent?.line !== line)
            sent = { line, componentRequestID: crypto.randomUUID(), groupRequestID: crypto.randomUUID() };
          edit({ sent });
          await addListed(component, groupIDs, sent);
          // If a later one fails, the next try begins with it.
          sent = undefined;
          edit({ text: formatComponentList(listed.slice(index + 1)), sent });
        }
      }),
    announce: () => ({ text: `${countText(listed.length)} added` }),
    onSettled: () => queryClient.invalidateQueries(),
  });

  return (
    <DraftDialog
      title="Add Components"
      action={listed.length > 1 ? `Add ${listed.length} components` : "Add"}
      form={form}
      saveAction={saveAction}
      onClose={onClose}
    >
      <TextField
        label="List of components"
        hint="One per line. “Group / Name” puts it into that group, and adds the group if there is none."
        required
        focusFirst
        rows={8}
        placeholder={"Website\nAPI / Payments\nAPI / Webhooks"}
        value={draft.text}
        onChange={(text) => edit({ text })}
      />
      {listed.length > 0 && (
        <p role="status" className="text-muted tabular-nums">
          {additionsText(listed.length, newGroups.size)}
        </p>
      )}
    </DraftDialog>
  );
}

function countText(components: number): string {
  return components === 1 ? "1 component" : `${components} components`;
}

function additionsText(components: number, newGroups: number): string {
  if (newGroups === 0) return `Adds ${countText(components)}.`;
  return `Adds ${countText(components)} and ${newGroups === 1 ? "1 new group" : `${newGroups} new groups`}.`;
}

async function addListed(
  { group, name }: ListedComponent,
  groupIDs: Map<string, string>,
  { componentRequestID, groupRequestID }: NonNullable<PasteDraft["sent"]>,
): Promise<void> {
  let groupID: string | null = null;
  if (group !== undefined) {
    groupID = groupIDs.get(group) ?? (await addGroup({ name: group }, groupRequestID)).groupID;
    groupIDs.set(group, groupID);
  }
  const [status] = componentStatuses;
  await addComponent({ name, description: "", status, groupID }, componentRequestID);
}
