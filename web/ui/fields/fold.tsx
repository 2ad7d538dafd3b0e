import type { ReactNode } from "react";

interface FoldProps {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** Fields that most people don't need. */
export function Fold({ summary, open, children }: FoldProps) {
  return (
    <details open={open} className="rounded-lg border border-line">
      <summary className="rounded-lg px-3 py-2.5 font-medium select-none">{summary}</summary>
      <div className="grid gap-4 px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
