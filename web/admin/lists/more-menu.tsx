import type { ReactNode } from "react";
import { MoreIcon } from "../../ui/icons/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

export interface MoreAction {
  text: string;
  label: string;
  icon: ReactNode;
  isFirst?: boolean;
  /** It can't be pressed if this is undefined. */
  onPress: (() => void) | undefined;
}

/** A menu with what is done less often with an item. */
export function MoreMenu({ name, actions }: { name: string; actions: readonly MoreAction[] }) {
  return (
    <Menu
      label={`More for ${name}`}
      buttonClassName="grid size-9 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink"
      button={<MoreIcon />}
    >
      {(close) => (
        <ul aria-label={`More for ${name}`}>
          {actions.map(({ onPress, ...action }) => (
            <MenuItem
              key={action.text}
              {...action}
              onPress={
                onPress &&
                (() => {
                  close();
                  onPress();
                })
              }
            />
          ))}
        </ul>
      )}
    </Menu>
  );
}
