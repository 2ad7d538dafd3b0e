import type { ReactNode } from "react";

/** What a card shows in place of an empty list. */
export function EmptyList({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center text-muted">
      {children}
    </p>
  );
}
