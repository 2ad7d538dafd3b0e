import type { Option } from "./command.ts";

interface PaletteOptionProps {
  id: string;
  option: Option;
  isActive: boolean;
  onChoose: () => void;
}

export function PaletteOption({ id, option, isActive, onChoose }: PaletteOptionProps) {
  const { title, command, Icon } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={isActive ? scrollIntoView : undefined}
      onClick={onChoose}
      className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 pointer-coarse:min-h-11 ${isActive ? "bg-accent-soft text-accent-text" : "hover:bg-hover"}`}
    >
      <Icon />
      <bdi className="min-w-0 grow [overflow-wrap:anywhere]">{title}</bdi>
      {/* The words name the option no better, but they are the ones to type in a terminal. */}
      <span aria-hidden="true" className="hidden shrink-0 font-mono text-xs text-muted sm:block">
        {command}
      </span>
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
