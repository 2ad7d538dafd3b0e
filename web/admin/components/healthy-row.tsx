import type { CSSProperties } from "react";
import { FoldIcon } from "../../ui/icons/fold-icon.tsx";
import { useIsPhone } from "../../ui/narrow.ts";

interface HealthyRowProps {
  /** That of the group. */
  name: string;
  count: number;
  isOpen: boolean;
  onFold: () => void;
}

/** Its mark is below the icons above it, and its text below the names. */
const indentStyle: CSSProperties = { paddingLeft: 73, gap: 7 };
const phoneIndentStyle: CSSProperties = { ...indentStyle, paddingLeft: 61 };

/** Ends the rows of a group of which only the affected components are shown. */
export function HealthyRow({ name, count, isOpen, onFold }: HealthyRowProps) {
  return (
    <li data-healthy="">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onFold}
        style={useIsPhone() ? phoneIndentStyle : indentStyle}
        className="flex min-h-9 w-full items-center text-muted transition-colors hover:text-ink"
      >
        <FoldIcon isOpen={isOpen} className="size-4.5" />
        <span>
          {count} operational <span className="sr-only">in {name}</span>
        </span>
      </button>
    </li>
  );
}
