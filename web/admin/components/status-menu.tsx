import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { Menu, menuItemClass } from "../../ui/menu.tsx";
import { StatusText, statusButtonClass } from "./status-text.tsx";

interface StatusMenuProps {
  component: Component;
  busy: boolean;
  /** The address asks for this menu, and for a status to begin with. */
  requested: { status: string | null } | undefined;
  onClose: () => void;
  onChoose: (status: ComponentStatus) => void;
}

export function StatusMenu({
  component: { name, status },
  busy,
  requested,
  onClose,
  onChoose,
}: StatusMenuProps) {
  return (
    <Menu
      label={`Status of ${name}: ${status}`}
      busy={busy}
      opensAtOnce={requested !== undefined}
      onClose={onClose}
      buttonClassName={statusButtonClass}
      button={<StatusText status={status} />}
    >
      {(close) => (
        <ul aria-label={`Statuses for ${name}`}>
          {componentStatuses.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-current={each === status || undefined}
                data-focus-first={each === requested?.status || undefined}
                onClick={() => {
                  close();
                  if (each !== status && !busy) onChoose(each);
                }}
                className={`${menuItemClass} aria-[current]:bg-accent-soft aria-[current]:text-accent-text`}
              >
                <StatusShape color={componentColor(each)} />
                {each}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
