import { StatusShape } from "../../ui/icons/status-icon.tsx";
import type { Row } from "./rows.ts";

interface PaletteOptionProps {
  id: string;
  option: Row;
  isActive: boolean;
  /** Called when the pointer moves over it. */
  onPoint: () => void;
  onChoose: () => void;
}

export function PaletteOption({ id, option, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const { title, state, Icon } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={isActive ? scrollIntoView : undefined}
      onClick={onChoose}
      // A list that scrolls below a pointer that rests must not change the choice.
      onPointerMove={onPoint}
      className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 pointer-coarse:min-h-11 ${isActive ? "bg-accent-soft text-accent-text" : ""}`}
    >
      <Icon />
      <bdi className="min-w-0 grow [overflow-wrap:anywhere]">{title}</bdi>
      {state && (
        <span className="flex shrink-0 items-center gap-2 text-muted tabular-nums">
          <span className="sr-only sm:not-sr-only">{state.status}</span> {state.date}
          <StatusShape color={state.color} shape={state.shape} />
        </span>
      )}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
