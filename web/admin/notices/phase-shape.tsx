import { type NoticeStatus, noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusShape } from "../../ui/icons/status-icon.tsx";

export function PhaseShape({ status }: { status: NoticeStatus }) {
  return <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />;
}
