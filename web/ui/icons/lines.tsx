import type { ReactNode } from "react";

export interface IconProps {
  className?: string;
}

/** Icons are hidden from assistive technology, so their buttons need labels. */
export function Lines({ className = "size-4.5", children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}
