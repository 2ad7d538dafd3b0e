import type { StatusColour } from "../../worker/components/domain.ts";
import { statusShapes } from "../shared/status-shapes.ts";

const fills: Record<StatusColour, string> = {
  green: "text-status-green",
  blue: "text-status-blue",
  yellow: "text-status-yellow",
  orange: "text-status-orange",
  red: "text-status-red",
  grey: "text-status-grey",
};

/** The colour and shape of a status, as the page has them; its name is the tooltip and what a screen reader says. */
export function StatusIcon({ status, colour }: { status: string; colour: StatusColour }) {
  return (
    <span
      role="img"
      aria-label={status}
      data-tip={status}
      className={`inline-flex shrink-0 ${fills[colour]}`}
    >
      <StatusShape colour={colour} />
    </span>
  );
}

/** For where the status stands beside it in words. */
export function StatusShape({ colour }: { colour: StatusColour }) {
  return (
    <svg
      viewBox="-1 -1 18 18"
      className={`size-5 shrink-0 ${fills[colour]}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path fillRule="evenodd" d={statusShapes[colour]} />
    </svg>
  );
}
