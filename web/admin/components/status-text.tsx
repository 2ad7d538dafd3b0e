import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";

export const statusButtonClass =
  "flex min-h-9 max-w-full items-center gap-0.5 rounded-full border-line @xl:border @xl:px-3 transition-colors hover:bg-hover aria-busy:opacity-50";

/** What the button of a status menu shows, also while the menu is still loading. */
export function StatusText({ status }: { status: ComponentStatus }) {
  return (
    <>
      <span className="truncate">{status}</span>
      <ChooseIcon className="size-4" />
    </>
  );
}
