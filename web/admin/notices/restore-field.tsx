import { isOpen, type Notice } from "../../../worker/notices/domain.ts";
import { CheckField } from "../../ui/check-field.tsx";

/** Whether resolving or deleting a notice can restore components. A maintenance restores its own without being told. */
export function canRestore(notice: Notice | undefined): boolean {
  return (
    notice?.kind === "incident" &&
    isOpen(notice) &&
    notice.components.some(({ status, deleted }) => status !== "Operational" && !deleted)
  );
}

interface RestoreFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function RestoreField(props: RestoreFieldProps) {
  return (
    <CheckField label="Restore components" {...props}>
      They go back to Operational, or to the status that another open incident or maintenance gives them.
    </CheckField>
  );
}
