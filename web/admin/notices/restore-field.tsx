import { CheckField } from "../../ui/check-field.tsx";
import type { Notice, NoticeKind } from "./notice.ts";

/** Whether a notice still has components that its end can give back. A maintenance gives them back by itself. */
export function canRestore<Status extends string>(
  { resolved }: NoticeKind<Status>,
  notice: Notice<Status> | undefined,
): boolean {
  return (
    resolved !== undefined &&
    notice !== undefined &&
    notice.status !== resolved &&
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
