import type { ReactNode } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";
import type { Selection } from "./entry-rows.tsx";

interface ComponentRowProps {
  component: Component;
  groupName: string | undefined;
  /** Begins where the name of a group does. */
  isBesideGroups: boolean;
  isUnexplained: boolean;
  /** Only while components are selected. */
  selection: Selection | undefined;
  statusMenu: ReactNode;
  menu: ReactNode;
  onEdit: () => void;
}

export function ComponentRow({
  component,
  groupName,
  isBesideGroups,
  isUnexplained,
  selection,
  statusMenu,
  menu,
  onEdit,
}: ComponentRowProps) {
  const { name, description, status } = component;
  const outerIndent = isBesideGroups ? "pl-12" : "pl-6";
  return (
    <ListRow
      status={status}
      color={componentColor(status)}
      name={name}
      drafts={[`component/${component.componentID}`]}
      className={`relative ${groupName === undefined ? outerIndent : "pl-15 sm:pl-18"}`}
      isTree
      lead={
        selection && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selection.has(component)}
            onChange={() => selection.toggle(component)}
            className="tick size-5"
          />
        )
      }
      statusMenu={statusMenu}
      actions={
        <>
          <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
          {menu}
        </>
      }
    >
      {groupName !== undefined && <p className="sr-only">In the group {groupName}</p>}
      {isUnexplained && (
        <p className="w-full text-pretty">No open incident or maintenance explains this status.</p>
      )}
      {description && <p className="grow basis-16 truncate text-muted">{description}</p>}
    </ListRow>
  );
}
