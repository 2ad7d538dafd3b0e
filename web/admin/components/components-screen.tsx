import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Component } from "../../../worker/components/schema.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useMoveAction } from "../lists/move-action.ts";
import { componentList, groupList } from "./calls.ts";
import { EntryRows, useVisibleEntries } from "./entry-rows.tsx";
import type { Open } from "./open-dialog.tsx";
import { toEntries } from "./order/entries.ts";
import { useStatusMenus } from "./use-status-menus.tsx";

const ListTools = lazyPart(
  "list-tools",
  async () => (await import("./list-tools.tsx")).ListTools,
  <div className="min-h-10" />,
);
const OpenDialog = lazyDialog("open-dialog", async () => (await import("./open-dialog.tsx")).OpenDialog);
const SelectionBar = lazyPart(
  "selection-bar",
  async () => (await import("./selection-bar.tsx")).SelectionBar,
);

const noMatches = { title: "No matches", text: "No component and no group has these words in its name." };
const noComponents = {
  title: "No components yet",
  text: "Add the parts of your service that can fail on their own: an API, a website, a region.",
};

export interface ScreenActions {
  components: readonly Component[];
  onOpen: (open: Open) => void;
}

interface ComponentsScreenProps {
  /** The home screen shows it first, once the components are loaded. Elsewhere it is below them, where it moves nothing. */
  setUp: (actions: ScreenActions) => ReactNode;
  isHome: boolean;
}

export function ComponentsScreen({ setUp, isHome }: ComponentsScreenProps) {
  const list = useEntries();
  const { components, groups, entries, isLoaded } = list;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const [search, setSearch] = useState("");
  const { selection, deselect, start, stop } = useSelection();
  const statusMenus = useStatusMenus();
  const moves = useMoveAction((send: () => Promise<void>) => send());
  const visible = useVisibleEntries(entries, search);
  const rows = { entries, visible, selection, statusMenus };

  const tools = entries.length > 0 && (
    <ListTools
      search={search}
      isSelecting={selection !== undefined}
      onSearch={setSearch}
      onSelect={selection ? stop : start}
      components={components}
      groups={groups}
      onOpen={setOpen}
    />
  );
  const bar = selection && (
    <SelectionBar
      selected={components.filter(selection.has)}
      shown={visible.shown}
      groups={groups}
      onChanged={deselect}
      onClose={stop}
    />
  );

  const setUpList = isLoaded && setUp({ components, onOpen: setOpen });

  return (
    <>
      {isHome && setUpList}
      <ListScreen
        title="Components"
        explanation="The parts of your service, in the order visitors see them."
        load={list.load}
        isSaving={moves.busy}
        error={moves.error ?? statusMenus.error}
        count={isLoaded ? visible.shown.length : undefined}
        empty={search ? noMatches : { ...noComponents, action: <PasteButton onOpen={setOpen} /> }}
        filter={tools}
        onAdd={() => setOpen({ dialog: "add" })}
        addDraft="component/"
        more={bar}
      >
        <EntryRows {...rows} onMove={moves.move} onOpen={setOpen} />
      </ListScreen>
      {!isHome && setUpList}
      <ShownDialog open={open} list={list} onOpen={setOpen} />
    </>
  );
}

function PasteButton({ onOpen }: Pick<ScreenActions, "onOpen">) {
  return (
    <Button className="mt-3" onClick={() => onOpen({ dialog: "paste" })}>
      <span>
        Paste a list<span className="sr-only"> of components</span>
      </span>
    </Button>
  );
}

interface ShownDialogProps {
  open: Open;
  list: ReturnType<typeof useEntries>;
  onOpen: (open: Open) => void;
}

function ShownDialog({ open, list: { components, groups }, onOpen }: ShownDialogProps) {
  if (open.dialog === "none") return null;
  const close = () => onOpen({ dialog: "none" });
  return <OpenDialog open={open} components={components} groups={groups} onClose={close} />;
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  return {
    selection: selected && {
      has: ({ componentID }: Component) => selected.has(componentID),
      toggle: ({ componentID }: Component) =>
        setSelected((before) => {
          const toggled = new Set(before);
          if (!toggled.delete(componentID)) toggled.add(componentID);
          return toggled;
        }),
    },
    /** Does nothing once the selection is closed. */
    deselect: ({ componentID }: Component) =>
      setSelected((before) => before && new Set([...before].filter((each) => each !== componentID))),
    start: () => setSelected(new Set()),
    stop: () => setSelected(undefined),
  };
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
