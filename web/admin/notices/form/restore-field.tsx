import { isOpen, isRunning, type Notice } from "../../../../worker/notices/domain.ts";
import type { PreviewRequest } from "../../../../worker/notices/preview/schema.ts";
import { CheckField } from "../../../ui/fields/check-field.tsx";
import { usePreview } from "../preview/calls.ts";
import { restoreTexts } from "./restore-texts.ts";

export function canRestore(notice: Notice | undefined): boolean {
  if (!notice || !isOpen(notice)) return false;
  const affected = notice.components.filter(({ deleted }) => !deleted);
  return notice.kind === "maintenance"
    ? isRunning(notice.status) && affected.length > 0
    : affected.some(({ status }) => status !== "Operational");
}

interface RestoreFieldProps {
  request: PreviewRequest | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function RestoreField({ request, checked, onChange }: RestoreFieldProps) {
  const { restores } = usePreview(request);
  if (!restores)
    return (
      <CheckField label="Restore components" checked={checked} onChange={onChange}>
        They go back to Operational, or to the status that another open incident or maintenance gives them.
      </CheckField>
    );
  const { label, notes, unrestored } = restoreTexts(restores);
  if (label === undefined && notes.length === 0) return null;
  const details = notes.join(" ");
  if (label === undefined) return <p className="text-muted [overflow-wrap:anywhere]">{details}</p>;
  return (
    <CheckField label={label} checked={checked} onChange={onChange}>
      {checked ? details : unrestored}
    </CheckField>
  );
}
