import type { Restored } from "./draft-notice.tsx";
import { formatSince } from "./format-since.ts";

export function RestoredDraft({ restored }: { restored: Restored }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted">
      Your draft from {formatSince(restored.since)} is back.
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const form = currentTarget.closest("form, fieldset");
          restored.discard();
          // This button disappears and would lose the focus.
          const first = form?.querySelector("[data-focus-first]") ?? form?.querySelector("input, textarea");
          if (first instanceof HTMLElement) first.focus();
        }}
        className="min-h-9 rounded-md font-medium text-accent-text hover:underline"
      >
        Discard
      </button>
    </p>
  );
}
