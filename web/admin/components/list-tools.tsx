import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearch } from "wouter";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { Button } from "../../ui/button.tsx";
import { useIsPhone } from "../../ui/narrow.ts";
import { SearchField } from "../lists/search-field.tsx";
import type { Open } from "./open-dialog.tsx";

interface ListToolsProps {
  search: string;
  isSelecting: boolean;
  onSearch: (search: string) => void;
  onSelect: () => void;
  components: readonly Component[];
  groups: readonly Group[];
  onOpen: (open: Open) => void;
}

export function ListTools({
  search,
  isSelecting,
  onSearch,
  onSelect,
  components,
  groups,
  onOpen,
}: ListToolsProps) {
  const isPhone = useIsPhone();
  useRequestedDialog(components, groups, onOpen);
  return (
    <div className="flex flex-wrap gap-2">
      <search className="grow basis-36">
        <SearchField
          label="Find a component"
          placeholder={isPhone ? "Find" : "Find a component"}
          value={search}
          onChange={onSearch}
        />
      </search>
      <Button aria-pressed={isSelecting} onClick={onSelect}>
        Select
      </Button>
      <Button onClick={() => onOpen({ dialog: "new group" })}>New group</Button>
    </div>
  );
}

/** `/components?edit={componentID or groupID}` opens a dialog, for commands. Going there again opens it again. */
function useRequestedDialog(
  components: readonly Component[],
  groups: readonly Group[],
  onOpen: (open: Open) => void,
) {
  const [, navigate] = useLocation();
  const requestedID = new URLSearchParams(useSearch()).get("edit");
  const openRequested = useEffectEvent(() => {
    const component = components.find(({ componentID }) => componentID === requestedID);
    const group = groups.find(({ groupID }) => groupID === requestedID);
    navigate("/components", { replace: true });
    if (component) onOpen({ dialog: "edit", component });
    else if (group) onOpen({ dialog: "rename group", group });
  });
  useEffect(() => {
    if (requestedID !== null) openRequested();
  }, [requestedID]);
}
