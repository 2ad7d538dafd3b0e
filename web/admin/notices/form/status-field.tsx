import { type NoticeKind, type NoticeStatus, noticeStatuses } from "../../../../worker/notices/domain.ts";
import { ChoiceButtons } from "../../../ui/fields/choice-buttons.tsx";
import { PhaseShape } from "../phase-shape.tsx";
import { noticeTexts } from "../texts.ts";

interface StatusFieldProps {
  kind: NoticeKind;
  value: NoticeStatus;
  onChange: (status: NoticeStatus) => void;
}

export function StatusField({ kind, value, onChange }: StatusFieldProps) {
  return (
    <ChoiceButtons
      label={noticeTexts[kind].statusLabel}
      value={value}
      choices={noticeStatuses[kind]}
      iconOf={(status) => <PhaseShape status={status} />}
      onChange={onChange}
    />
  );
}
