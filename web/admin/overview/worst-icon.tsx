import { type ComponentStatus, componentColor } from "../../../worker/components/domain.ts";
import { type NoticeStatus, noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusIcon, StatusShape } from "../../ui/icons/status-icon.tsx";

/** How bad it is matters more than what is done about it, which the text says. */
export function WorstIcon({ status, worst }: { status: NoticeStatus; worst: ComponentStatus }) {
  return worst === "Operational" ? (
    <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />
  ) : (
    <StatusIcon status={worst} color={componentColor(worst)} />
  );
}
