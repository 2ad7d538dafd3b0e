import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useMoveAction } from "../lists/move-action.ts";
import { overviewQuery } from "../overview/calls.ts";
import { componentList, groupList } from "./calls.ts";
import { ComponentRow } from "./component-row.tsx";
import { type Entry, type Item, toEntries } from "./entries.ts";
import { type Open, OpenDialog } from "./open-dialog.tsx";
import { useStatusMenus } from "./use-status-menus.tsx";

// A group's row has no placeholder: the rows of its components keep the list in place.
const GroupRow = lazyPart("group-row", async () => (await import("./group-row.tsx")).GroupRow);
const StepButtons = lazyPart(
  "step-buttons",
  async () => (await import("./step-buttons.tsx")).StepButtons,
  <span style={{ width: "4.5rem" }} />,
);

export function ComponentsScreen() {
  const { load, components, groups, entries, isLoaded } = useEntries();
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const statusMenus = useStatusMenus();
  const close = () => setOpen({ dialog: "none" });

  const moves = useMoveAction((send: () => Promise<void>) => send());

  return (
    <>
      <ListScreen
        title="Components"
        explanation="The parts of your service, in the order visitors see them."
        load={load}
        isSaving={moves.busy}
        error={moves.error ?? statusMenus.error}
        count={isLoaded ? entries.length : undefined}
        empty={{
          title: "No components yet",
          text: "Add the parts of your service that can fail on their own: an API, a website, a region.",
        }}
        filter={entries.length > 0 && <NewGroupButton onClick={() => setOpen({ dialog: "new group" })} />}
        onAdd={() => setOpen({ dialog: "add" })}
      >
        <EntryRows entries={entries} statusMenus={statusMenus} onMove={moves.move} onOpen={setOpen} />
      </ListScreen>
      <OpenDialog open={open} components={components} groups={groups} onClose={close} />
    </>
  );
}

interface EntryRowsProps {
  entries: Entry[];
  statusMenus: ReturnType<typeof useStatusMenus>;
  onMove: (send: () => Promise<void>) => void;
  onOpen: (open: Open) => void;
}

/** Groups have no lists of their own, so that a row that moves into one keeps its element and the focus. */
function EntryRows({ entries, statusMenus, onMove, onOpen }: EntryRowsProps) {
  const isUnexplained = useUnexplained();

  const moveButtons = (name: string, item: Item) => (
    <StepButtons name={name} item={item} entries={entries} onMove={onMove} />
  );

  const groupRow = (group: Group, count: number) => (
    <GroupRow
      key={group.groupID}
      group={group}
      count={count}
      moveButtons={moveButtons(group.name, { id: group.groupID, order: group.order, isGroup: true })}
      onRename={() => onOpen({ dialog: "rename group", group })}
      onDelete={() => onOpen({ dialog: "delete group", group })}
    />
  );

  const componentRow = (component: Component, groupName: string | undefined) => (
    <ComponentRow
      key={component.componentID}
      component={component}
      groupName={groupName}
      isUnexplained={isUnexplained(component)}
      statusMenu={statusMenus.renderMenu(component)}
      moveButtons={moveButtons(component.name, {
        id: component.componentID,
        order: component.order,
        isGroup: false,
      })}
      onEdit={() => onOpen({ dialog: "edit", component })}
      onDelete={() => onOpen({ dialog: "delete", component })}
    />
  );

  return entries.flatMap((entry) => [
    ...(entry.group ? [groupRow(entry.group, entry.components.length)] : []),
    ...entry.components.map((component) => componentRow(component, entry.group?.name)),
  ]);
}

function useEntries() {
  const componentLoad = useQuery(componentList);
  const groupLoad = useQuery(groupList);
  const components = componentLoad.data ?? [];
  const groups = groupLoad.data ?? [];
  return {
    components,
    groups,
    entries: toEntries(components, groups),
    isLoaded: componentLoad.data !== undefined && groupLoad.data !== undefined,
    load: componentLoad.data && (groupLoad.isError || !groupLoad.data) ? groupLoad : componentLoad,
  };
}

function NewGroupButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="justify-self-end" onClick={onClick}>
      New group
    </Button>
  );
}

/** Each query polls for itself, so the overview may be older than the list. */
function useUnexplained() {
  const { data: overview } = useQuery(overviewQuery);
  return ({ componentID, status }: Component): boolean =>
    (overview?.unexplainedComponents ?? []).some(
      (each) => each.componentID === componentID && each.status === status,
    );
}
