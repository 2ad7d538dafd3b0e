import type { ReactNode } from "react";
import type { StatusColour } from "../../worker/components/statuses.ts";

const fills: Record<StatusColour, string> = {
  green: "text-status-green",
  blue: "text-status-blue",
  yellow: "text-status-yellow",
  orange: "text-status-orange",
  red: "text-status-red",
  grey: "text-status-grey",
};

// Each colour has an outline of its own, so that nothing is said by colour alone.
const shapes: Record<StatusColour, { outline: ReactNode; mark: string }> = {
  green: { outline: <circle cx="10" cy="10" r="8" />, mark: "m6.6 10.2 2.4 2.4 4.6-4.9" },
  blue: {
    outline: <rect x="2.5" y="2.5" width="15" height="15" rx="4" />,
    mark: "M6.4 10h.1M10 10h.1M13.6 10h.1",
  },
  yellow: { outline: <path d="M10 1.8 19 17.5H1z" />, mark: "M10 7.5v4M10 14.3v.1" },
  orange: { outline: <path d="m10 1 9 9-9 9-9-9z" />, mark: "M6.5 10h7" },
  red: {
    outline: <path d="M6.6 1.8h6.8l4.8 4.8v6.8l-4.8 4.8H6.6l-4.8-4.8V6.6z" />,
    mark: "m7.2 7.2 5.6 5.6m0-5.6-5.6 5.6",
  },
  grey: { outline: <path d="M3 5.5h14v9H3z" />, mark: "M7 10h6" },
};

/** The colour and shape of a status; its name is the tooltip and what a screen reader says. */
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
  const { outline, mark } = shapes[colour];
  return (
    <svg
      viewBox="0 0 20 20"
      className={`size-5 shrink-0 ${fills[colour]}`}
      fill="currentColor"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {outline}
      <path d={mark} fill="none" className="stroke-surface" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
