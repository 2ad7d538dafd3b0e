import type { ReactNode } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";

interface ComponentRowProps {
  component: Component;
  groupName: string | undefined;
  isUnexplained: boolean;
  statusMenu: ReactNode;
  moveButtons: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

export function ComponentRow({
  component: { name, description, status },
  groupName,
  isUnexplained,
  statusMenu,
  moveButtons,
  onEdit,
  onDelete,
}: ComponentRowProps) {
  return (
    <ListRow
      status={status}
      color={componentColor(status)}
      name={name}
      className={groupName === undefined ? "relative" : "relative pl-9"}
      statusMenu={statusMenu}
      actions={
        <>
          <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
          <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
            <DeleteIcon />
          </IconButton>
          {moveButtons}
        </>
      }
    >
      {groupName !== undefined && <p className="sr-only">In the group {groupName}</p>}
      {isUnexplained && (
        <p className="mt-0.5 text-pretty">No open incident or maintenance explains this status.</p>
      )}
      {description && (
        <p className="mt-0.5 whitespace-pre-line text-muted [overflow-wrap:anywhere]">{description}</p>
      )}
    </ListRow>
  );
}
