import type { ReactNode } from "react";

/** Stands in a card in place of an empty list, and without a text while the list is loaded. */
export function EmptyList({ children = "\u00A0" }: { children?: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center text-muted">
      {children}
    </p>
  );
}
