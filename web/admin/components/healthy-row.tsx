import type { CSSProperties } from "react";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";

interface HealthyRowProps {
  /** That of the group. */
  name: string;
  count: number;
  isOpen: boolean;
  onFold: () => void;
}

/** It begins where the names above it do. */
const indentStyle: CSSProperties = { paddingLeft: 74 };

/** Ends the rows of a group of which only the affected components are shown. */
export function HealthyRow({ name, count, isOpen, onFold }: HealthyRowProps) {
  return (
    <li data-healthy="">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onFold}
        style={indentStyle}
        className="flex min-h-9 w-full items-center gap-1.5 text-muted transition-colors hover:text-ink"
      >
        {count} operational <span className="sr-only">in {name}</span>
        <span style={{ rotate: isOpen ? "180deg" : "-90deg" }}>
          <ChooseIcon className="size-4" />
        </span>
      </button>
    </li>
  );
}
