import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";

const ComponentDialog = lazyDialog(
  "component-dialog",
  async () => (await import("./component-dialog.tsx")).ComponentDialog,
);
const DeleteComponentDialog = lazyDialog(
  "delete-component",
  async () => (await import("./delete-component-dialog.tsx")).DeleteComponentDialog,
);
const PasteDialog = lazyDialog(
  "paste-components",
  async () => (await import("./paste-dialog.tsx")).PasteDialog,
);
const GroupDialog = lazyDialog("group-dialog", async () => (await import("./group-dialog.tsx")).GroupDialog);
const DeleteGroupDialog = lazyDialog(
  "delete-group",
  async () => (await import("./delete-group-dialog.tsx")).DeleteGroupDialog,
);

export type Open =
  | { dialog: "none" | "add" | "paste" | "new group" }
  | { dialog: "edit" | "delete"; component: Component }
  | { dialog: "rename group" | "delete group"; group: Group };

interface OpenDialogProps {
  open: Open;
  components: readonly Component[];
  groups: readonly Group[];
  onClose: () => void;
}

/** A dialog that edits shows the newest version of its item. */
export function OpenDialog({ open, components, groups, onClose }: OpenDialogProps) {
  return (
    <>
      {open.dialog === "add" && <ComponentDialog onClose={onClose} />}
      {open.dialog === "paste" && <PasteDialog onClose={onClose} />}
      {open.dialog === "edit" && (
        <ComponentDialog
          component={
            components.find(({ componentID }) => componentID === open.component.componentID) ?? open.component
          }
          onClose={onClose}
        />
      )}
      {open.dialog === "delete" && <DeleteComponentDialog component={open.component} onClose={onClose} />}
      {open.dialog === "new group" && <GroupDialog onClose={onClose} />}
      {open.dialog === "rename group" && (
        <GroupDialog
          group={groups.find(({ groupID }) => groupID === open.group.groupID) ?? open.group}
          onClose={onClose}
        />
      )}
      {open.dialog === "delete group" && <DeleteGroupDialog group={open.group} onClose={onClose} />}
    </>
  );
}
