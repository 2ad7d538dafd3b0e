import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { overviewQuery } from "../overview/calls.ts";
import { usePageURL } from "../page-url.ts";
import { ComponentRow } from "./component-row.tsx";
import type { Open } from "./open-dialog.tsx";
import type { Entry, Item } from "./order/entries.ts";
import { defaultFold, type Fold, findEntries, foldEntry, isHealthy } from "./order/visible-entries.ts";
import type { useStatusMenus } from "./use-status-menus.tsx";

// A group's row has no placeholder: the rows of its components keep the list in place.
const GroupRow = lazyPart("group-row", async () => (await import("./group-row.tsx")).GroupRow);
const HealthyRow = lazyPart("healthy-row", async () => (await import("./healthy-row.tsx")).HealthyRow);
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
  const { found, shown, fold } = visible;
  const isUnexplained = useUnexplained();
  const pageURL = usePageURL("");

  const menu = (name: string, item: Item, dialog: Open, isOnPage = true) => (
    <RowMenu
      name={name}
      item={item}
      pageURL={isOnPage ? `${pageURL}/${item.isGroup ? "groups" : "components"}/${item.id}` : undefined}
      entries={entries}
      shownEntries={found ? undefined : shown}
      onMove={onMove}
      onUnfold={(groupID) => fold(groupID, "all")}
      onDelete={() => onOpen(dialog)}
    />
  );

  const groupRow = (entry: Entry) =>
    entry.group && (
      <GroupRow
        key={entry.group.groupID}
        group={entry.group}
        count={entry.components.length}
        total={countAll(entries, entry.group)}
        isOpen={visible.foldNow(entry) !== "none"}
        menu={menu(
          entry.group.name,
          { id: entry.group.groupID, order: entry.group.order, isGroup: true },
          { dialog: "delete group", group: entry.group },
          entry.components.length > 0,
        )}
        onFold={() => visible.toggle(entry)}
        onRename={() => entry.group && onOpen({ dialog: "rename group", group: entry.group })}
      />
    );

  const componentRow = (component: Component, groupName: string | undefined) => {
    const { componentID, name, order } = component;
    return (
      <ComponentRow
        key={componentID}
        component={component}
        groupName={groupName}
        isBesideGroups={entries.some(({ group }) => group)}
        isUnexplained={isUnexplained(component)}
        selection={selection}
        statusMenu={statusMenus.renderMenu(component)}
        menu={menu(name, { id: componentID, order, isGroup: false }, { dialog: "delete", component })}
        onEdit={() => onOpen({ dialog: "edit", component })}
      />
    );
  };

  return (found ?? entries).flatMap((entry, index) => [
    groupRow(entry),
    ...(shown[index]?.components ?? []).map((component) => componentRow(component, entry.group?.name)),
    healthyRow(entry, visible),
  ]);
}

function countAll(entries: readonly Entry[], { groupID }: Group): number {
  return entries.find(({ group }) => group?.groupID === groupID)?.components.length ?? 0;
}

function healthyRow(entry: Entry, { found, firstFold, foldNow, fold }: EntryRowsProps["visible"]) {
  const { group, components } = entry;
  const current = foldNow(entry);
  if (!group || found || current === "none" || firstFold(entry) !== "affected") return null;
  return (
    <HealthyRow
      key={`${group.groupID} healthy`}
      name={group.name}
      count={components.filter(isHealthy).length}
      isOpen={current === "all"}
      onFold={() => fold(group.groupID, current === "all" ? "affected" : "all")}
    />
  );
}

/** `found` is undefined unless the list shows only what a search has found. `shown` is without what is folded. */
export function useVisibleEntries(entries: Entry[], search: string) {
  const [folds, setFolds] = useState<ReadonlyMap<string, Fold>>(new Map());
  const staysShown = useStaysShown(entries);
  const found = search ? findEntries(entries, search) : undefined;
  const firstFold = (entry: Entry) => defaultFold(entries, entry, staysShown);
  const foldNow = (entry: Entry): Fold =>
    found ? "all" : ((entry.group && folds.get(entry.group.groupID)) ?? firstFold(entry));
  const fold = (groupID: string, to: Fold) => setFolds(new Map(folds).set(groupID, to));
  /** A group opens at its affected components, if it has any. */
  function toggle(entry: Entry): void {
    const unfolded = firstFold(entry) === "affected" ? "affected" : "all";
    if (entry.group) fold(entry.group.groupID, foldNow(entry) === "none" ? unfolded : "none");
  }
  return {
    found,
    shown: (found ?? entries).map((entry) => foldEntry(entry, foldNow(entry), staysShown)),
    firstFold,
    foldNow,
    fold,
    toggle,
  };
}

/** A component that recovers keeps its row, which may have the focus. */
function useStaysShown(entries: readonly Entry[]) {
  const [shownIDs, setShownIDs] = useState<ReadonlySet<string>>(new Set());
  const affected = entries.flatMap(({ components }) =>
    components.filter((component) => !isHealthy(component)).map(({ componentID }) => componentID),
  );
  if (affected.some((id) => !shownIDs.has(id))) setShownIDs(new Set([...shownIDs, ...affected]));
  return ({ componentID }: Component) => shownIDs.has(componentID);
}

/** Each query polls for itself, so the overview may be older than the list. */
function useUnexplained() {
  const { data: overview } = useQuery(overviewQuery);
  return ({ componentID, status }: Component): boolean =>
    (overview?.unexplainedComponents ?? []).some(
      (each) => each.componentID === componentID && each.status === status,
    );
}
