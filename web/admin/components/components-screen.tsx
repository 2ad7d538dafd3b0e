import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import type { Group } from "../../../worker/groups/schema.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useAction } from "../action.ts";
import { ListScreen } from "../list-screen.tsx";
import { useMoveAction } from "../move-action.ts";
import { overviewQuery } from "../overview/calls.ts";
import { setStatus } from "../set-status.ts";
import { componentList, groupList } from "./calls.ts";
import { ComponentRow } from "./component-row.tsx";
import { entriesOf, type Item } from "./entries.ts";
import { StatusMenu } from "./status-menu.tsx";

const ComponentDialog = lazyDialog(
  "component-dialog",
  async () => (await import("./component-dialog.tsx")).ComponentDialog,
);
const DeleteComponentDialog = lazyDialog(
  "delete-component",
  async () => (await import("./delete-component-dialog.tsx")).DeleteComponentDialog,
);
const GroupDialog = lazyDialog("group-dialog", async () => (await import("./group-dialog.tsx")).GroupDialog);
const DeleteGroupDialog = lazyDialog(
  "delete-group",
  async () => (await import("./delete-group-dialog.tsx")).DeleteGroupDialog,
);

// A group's row has no placeholder: the rows of its components keep the list in place.
const GroupRow = lazyPart("group-row", async () => (await import("./group-row.tsx")).GroupRow);
const StepButtons = lazyPart(
  "step-buttons",
  async () => (await import("./step-buttons.tsx")).StepButtons,
  <span style={{ width: "4.5rem" }} />,
);

type Open =
  | { dialog: "none" | "add" | "new group" }
  | { dialog: "edit" | "delete"; component: Component }
  | { dialog: "rename group" | "delete group"; group: Group };

export function ComponentsScreen() {
  const queryClient = useQueryClient();
  const componentLoad = useQuery(componentList);
  const groupLoad = useQuery(groupList);
  const isLoaded = componentLoad.data !== undefined && groupLoad.data !== undefined;
  const components = componentLoad.data ?? [];
  const groups = groupLoad.data ?? [];
  const entries = entriesOf(components, groups);
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const { data: overview } = useQuery(overviewQuery);
  const [, navigate] = useLocation();
  const requested = requestedMenu(useSearch());
  const close = () => setOpen({ dialog: "none" });

  const statusAction = useAction({
    title: "Change status",
    mutationFn: ({ component, status }: { component: Component; status: ComponentStatus }) =>
      setStatus(component, status),
    onSettled: () => void queryClient.invalidateQueries(),
  });

  const moves = useMoveAction((send: () => Promise<void>) => send());

  const moveButtons = (name: string, item: Item) => (
    <StepButtons name={name} item={item} entries={entries} onMove={moves.move} />
  );

  function newest(component: Component): Component {
    return components.find(({ componentID }) => componentID === component.componentID) ?? component;
  }

  /** Each query polls for itself, so the overview may be older than the list. */
  function isUnexplained({ componentID, status }: Component): boolean {
    return (overview?.unexplainedComponents ?? []).some(
      (each) => each.componentID === componentID && each.status === status,
    );
  }

  const groupRow = (group: Group, count: number) => (
    <GroupRow
      key={group.groupID}
      group={group}
      count={count}
      moveButtons={moveButtons(group.name, { id: group.groupID, order: group.order, isGroup: true })}
      onRename={() => setOpen({ dialog: "rename group", group })}
      onDelete={() => setOpen({ dialog: "delete group", group })}
    />
  );

  const componentRow = (component: Component, groupName: string | undefined) => (
    <ComponentRow
      key={component.componentID}
      component={component}
      groupName={groupName}
      isUnexplained={isUnexplained(component)}
      statusMenu={
        <StatusMenu
          component={component}
          busy={
            statusAction.isPending && statusAction.variables.component.componentID === component.componentID
          }
          requested={requested?.componentID === component.componentID ? requested : undefined}
          onClose={() => requested && navigate("/components", { replace: true })}
          onChoose={(status) => statusAction.mutate({ component, status })}
        />
      }
      moveButtons={moveButtons(component.name, {
        id: component.componentID,
        order: component.order,
        isGroup: false,
      })}
      onEdit={() => setOpen({ dialog: "edit", component })}
      onDelete={() => setOpen({ dialog: "delete", component })}
    />
  );

  return (
    <>
      <ListScreen
        title="Components"
        explanation="The parts of your service, in the order visitors see them."
        load={componentLoad.data && (groupLoad.isError || !groupLoad.data) ? groupLoad : componentLoad}
        isSaving={moves.busy}
        error={moves.error ?? statusAction.error}
        count={isLoaded ? entries.length : undefined}
        empty={{
          title: "No components yet",
          text: "Add the parts of your service that can fail on their own: an API, a website, a region.",
        }}
        filter={
          entries.length > 0 && (
            <Button className="justify-self-end" onClick={() => setOpen({ dialog: "new group" })}>
              New group
            </Button>
          )
        }
        onAdd={() => setOpen({ dialog: "add" })}
      >
        {/* One list without a list in each group: a row that moves into a group keeps its element and the focus. */}
        {entries.flatMap((entry) => [
          ...(entry.group ? [groupRow(entry.group, entry.components.length)] : []),
          ...entry.components.map((component) => componentRow(component, entry.group?.name)),
        ])}
      </ListScreen>
      {open.dialog === "add" && <ComponentDialog onClose={close} />}
      {open.dialog === "edit" && <ComponentDialog component={newest(open.component)} onClose={close} />}
      {open.dialog === "delete" && <DeleteComponentDialog component={open.component} onClose={close} />}
      {open.dialog === "new group" && <GroupDialog onClose={close} />}
      {open.dialog === "rename group" && (
        <GroupDialog
          group={groups.find(({ groupID }) => groupID === open.group.groupID) ?? open.group}
          onClose={close}
        />
      )}
      {open.dialog === "delete group" && <DeleteGroupDialog group={open.group} onClose={close} />}
    </>
  );
}

/** `/components?set={componentID}&status={status}` opens the menu of a component, for commands. */
function requestedMenu(search: string) {
  const address = new URLSearchParams(search);
  const componentID = address.get("set");
  return componentID === null ? undefined : { componentID, status: address.get("status") };
}
