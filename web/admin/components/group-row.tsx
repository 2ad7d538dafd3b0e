import type { CSSProperties, ReactNode } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { FoldIcon } from "../../ui/icons/fold-icon.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";

interface GroupRowProps {
  group: Group;
  count: number;
  isOpen: boolean;
  menu: ReactNode;
  onFold: () => void;
  onRename: () => void;
}

export function GroupRow({ group, count, isOpen, menu, onFold, onRename }: GroupRowProps) {
  const { groupID, name, status } = group;
  return (
    <ListRow
      status={status}
      color={componentColor(status)}
      name={name}
      drafts={[`group/${groupID}`]}
      className="relative bg-canvas/60 pl-6"
      fold={
        <IconButton
          style={foldStyle}
          tip={isOpen ? "Fold" : "Unfold"}
          label={`${isOpen ? "Fold" : "Unfold"} ${name}`}
          aria-expanded={isOpen}
          onClick={onFold}
        >
          <FoldIcon isOpen={isOpen} className="size-4.5" />
        </IconButton>
      }
      actions={
        <>
          <IconButton tip="Rename" label={`Rename ${name}`} onClick={onRename}>
            <EditIcon />
          </IconButton>
          {menu}
        </>
      }
    >
      <p className="grow basis-16 truncate text-muted">
        {count === 0
          ? "Empty group, hidden from visitors"
          : `Group of ${count} ${count === 1 ? "component" : "components"}`}
      </p>
    </ListRow>
  );
}

/** It is as close to the name as the mark of a `summary`, and makes its line no higher. */
const foldStyle: CSSProperties = {
  marginBlock: "calc(10px - max(36px, var(--target)) / 2)",
  marginInline: "-8px -18px",
};
