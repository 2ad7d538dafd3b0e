import type { Overview } from "../../../worker/console/schema.ts";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { isoTime } from "../../../worker/shared/time/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { useIsPhone } from "../../ui/narrow.ts";
import { formatDuration } from "../times/dates.ts";
import { NoticeLine } from "./notice-line.tsx";

interface MaintenanceRowProps {
  maintenance: Overview["maintenances"][number];
  now: number;
}

export function MaintenanceRow({ maintenance, now }: MaintenanceRowProps) {
  const { maintenanceID, name, status, startAt, endAt } = maintenance;
  const isPhone = useIsPhone();
  const isScheduled = status === "Scheduled";
  const duration = formatDuration(isoTime(now), isScheduled ? startAt : endAt);
  const startText =
    Date.parse(startAt) > now ? `${isPhone ? "" : "starts "}in ${duration}` : "about to start";
  const endText = isPhone ? `${duration} left` : `ends in ${duration}`;
  return (
    <NoticeLine
      icon={<StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />}
      path={`/maintenances/${maintenanceID}`}
      name={name}
      status={status}
      aside={<span className="text-muted">{isScheduled ? startText : endText}</span>}
      next={
        isScheduled
          ? { action: "Start now", status: "In Progress" }
          : { action: "Complete", status: "Completed" }
      }
    />
  );
}
