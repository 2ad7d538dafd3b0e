import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Component } from "../../../worker/components/schema.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { overviewQuery } from "../overview/calls.ts";
import { ComponentRow } from "./component-row.tsx";
import type { Open } from "./open-dialog.tsx";
import type { Entry, Item } from "./order/entries.ts";
import { findEntries, foldEntries, isFolded } from "./order/visible-entries.ts";
import type { useStatusMenus } from "./use-status-menus.tsx";

// A group's row has no placeholder: the rows of its components keep the list in place.
const GroupRow = lazyPart("group-row", async () => (await import("./group-row.tsx")).GroupRow);
const RowMenu = lazyPart(
  "row-menu",
  async () => (await import("./row-menu.tsx")).RowMenu,
  <span className="size-9" />,
);

export interface Selection {
  has: (component: Component) => boolean;
  toggle: (component: Component) => void;
}

interface EntryRowsProps {
  entries: Entry[];
  visible: ReturnType<typeof useVisibleEntries>;
  /** Undefined while nothing is selected. */
  selection: Selection | undefined;
  statusMenus: ReturnType<typeof useStatusMenus>;
  onMove: (send: () => Promise<void>) => void;
  onOpen: (open: Open) => void;
}

/** Groups have no lists of their own, so that a row that moves into one keeps its element and the focus. */
export function EntryRows({ entries, visible, selection, statusMenus, onMove, onOpen }: EntryRowsProps) {
  const { found, shown, isFoldedNow, fold } = visible;
  const isUnexplained = useUnexplained();

  const menu = (name: string, item: Item, dialog: Open) => (
    <RowMenu
      name={name}
      item={item}
      entries={entries}
      shownEntries={found ? undefined : shown}
      onMove={onMove}
      onUnfold={(groupID) => fold(groupID, false)}
      onDelete={() => onOpen(dialog)}
    />
  );

  const groupRow = ({ group, components }: Entry, isOpen: boolean) =>
    group && (
      <GroupRow
        key={group.groupID}
        group={group}
        count={components.length}
        isOpen={isOpen}
        menu={menu(
          group.name,
          { id: group.groupID, order: group.order, isGroup: true },
          { dialog: "delete group", group },
        )}
        onFold={() => fold(group.groupID, isOpen)}
        onRename={() => onOpen({ dialog: "rename group", group })}
      />
    );

  const componentRow = (component: Component, groupName: string | undefined) => {
    const { componentID, name, order } = component;
    return (
      <ComponentRow
        key={componentID}
        component={component}
        groupName={groupName}
        isUnexplained={isUnexplained(component)}
        selection={selection}
        statusMenu={statusMenus.renderMenu(component)}
        menu={menu(name, { id: componentID, order, isGroup: false }, { dialog: "delete", component })}
        onEdit={() => onOpen({ dialog: "edit", component })}
      />
    );
  };

  return (found ?? entries).flatMap((entry) => {
    const isOpen = !isFoldedNow(entry);
    return [
      groupRow(entry, isOpen),
      ...(isOpen ? entry.components : []).map((component) => componentRow(component, entry.group?.name)),
    ];
  });
}

/** `found` is undefined unless the list shows only what a search has found. `shown` is without the components of folded groups. */
export function useVisibleEntries(entries: Entry[], search: string) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = search ? findEntries(entries, search) : undefined;
  const isFoldedNow = (entry: Entry) => !found && isFolded(entries, entry, folds);
  return {
    found,
    shown: foldEntries(found ?? entries, isFoldedNow),
    isFoldedNow,
    fold: (groupID: string, isClosed: boolean) => setFolds(new Map(folds).set(groupID, isClosed)),
  };
}

/** Each query polls for itself, so the overview may be older than the list. */
function useUnexplained() {
  const { data: overview } = useQuery(overviewQuery);
  return ({ componentID, status }: Component): boolean =>
    (overview?.unexplainedComponents ?? []).some(
      (each) => each.componentID === componentID && each.status === status,
    );
}
