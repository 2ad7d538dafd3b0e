import type { ComponentStatus } from "../../../../worker/components/domain.ts";
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

/**
 * The statuses that the checkbox gives, by componentID. The API leaves out components with a chosen status, so it is asked
 * about none that was chosen: the rows stay as they are while someone chooses.
 * @param request undefined if nothing is restored
 */
export function useRestoredStatuses(request: PreviewRequest | undefined): Map<string, ComponentStatus> {
  const { restores = [] } = usePreview(request && { ...request, components: undefined });
  return new Map(request && restores.map(({ componentID, status }) => [componentID, status]));
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
