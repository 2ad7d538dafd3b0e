import type { CSSProperties, ReactNode } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { FoldIcon } from "../../ui/icons/fold-icon.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";

interface GroupRowProps {
  group: Group;
  /** While a filter is on, some of its components are not shown. */
  count: number;
  total: number;
  isOpen: boolean;
  menu: ReactNode;
  onFold: () => void;
  onRename: () => void;
}

export function GroupRow({ group, count, total, isOpen, menu, onFold, onRename }: GroupRowProps) {
  const { groupID, name, status } = group;
  return (
    <ListRow
      status={status}
      color={componentColor(status)}
      name={name}
      drafts={[`group/${groupID}`]}
      className="relative bg-canvas/60 pl-6"
      isTree
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
      <p className="grow basis-16 truncate text-muted">{countText(count, total)}</p>
    </ListRow>
  );
}

function countText(count: number, total: number): string {
  if (total === 0) return "Empty group, hidden from visitors";
  if (count < total) return `${count} of ${total} components`;
  return `Group of ${count} ${count === 1 ? "component" : "components"}`;
}

/** Its mark begins where the row does, and the larger target of a finger lies over the icon. It makes its line no higher. */
const foldStyle: CSSProperties = {
  width: 28,
  height: 28,
  placeItems: "center start",
  paddingLeft: 5,
  marginBlock: "calc(10px - max(28px, var(--target)) / 2)",
  marginInline: "-5px calc(23px - max(28px, var(--target)))",
};
