import type { StatusColor } from "../../../worker/components/domain.ts";
import { statusShapes } from "../../shared/status-shapes.ts";

const fills: Record<StatusColor, string> = {
  green: "text-status-green",
  blue: "text-status-blue",
  yellow: "text-status-yellow",
  orange: "text-status-orange",
  red: "text-status-red",
  grey: "text-status-grey",
};

interface StatusShapeProps {
  color: StatusColor;
  shape?: string | undefined;
}

export function StatusIcon({ status, ...shape }: StatusShapeProps & { status: string }) {
  return (
    <span role="img" aria-label={status} data-tip={status} className="inline-flex shrink-0">
      <StatusShape {...shape} />
    </span>
  );
}

export function StatusShape({ color, shape = statusShapes[color] }: StatusShapeProps) {
  return (
    // It is as high as a line, and so centered with the text beside it.
    <svg
      viewBox="-1 -1 18 18"
      className={`h-[1lh] w-5 shrink-0 ${fills[color]}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path fillRule="evenodd" d={shape} />
    </svg>
  );
}
