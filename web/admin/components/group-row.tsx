import type { ReactNode } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";

interface GroupRowProps {
  group: Group;
  count: number;
  moveButtons: ReactNode;
  onRename: () => void;
  onDelete: () => void;
}

export function GroupRow({ group: { name, status }, count, moveButtons, onRename, onDelete }: GroupRowProps) {
  return (
    <ListRow
      status={status}
      color={componentColor(status)}
      name={name}
      className="relative bg-canvas/60"
      actions={
        <>
          <IconButton tip="Rename" label={`Rename ${name}`} onClick={onRename}>
            <EditIcon />
          </IconButton>
          <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
            <DeleteIcon />
          </IconButton>
          {moveButtons}
        </>
      }
    >
      <p className="text-muted">
        {count === 0
          ? "Group without components. Visitors don't see it."
          : `Group of ${count} ${count === 1 ? "component" : "components"}`}
      </p>
    </ListRow>
  );
}
