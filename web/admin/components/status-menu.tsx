import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { Menu, menuItemClass } from "../../ui/menu.tsx";

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
      buttonClassName="flex min-h-9 max-w-full items-center gap-0.5 rounded-full border-line @xl:border @xl:px-3 transition-colors hover:bg-hover aria-busy:opacity-50"
      button={
        <>
          <span className="truncate">{status}</span>
          <ChooseIcon className="size-4" />
        </>
      }
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
