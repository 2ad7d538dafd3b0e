import { type ComponentStatus, componentColor } from "../../../worker/components/domain.ts";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";
import { StatusPill } from "../lists/status-pill.tsx";

export const statusButtonClass =
  "flex min-h-9 max-w-full items-center rounded-full transition-colors hover:bg-hover aria-busy:opacity-50";

/** The button of a status menu shows it, also while the menu is still loading. */
export function StatusText({ status }: { status: ComponentStatus }) {
  return (
    <StatusPill color={componentColor(status)}>
      <span className="truncate">{status}</span>
      <ChooseIcon className="-mr-1 size-4" />
    </StatusPill>
  );
}
