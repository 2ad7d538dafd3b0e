import { type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import { HIDDEN, Layer, useLayer } from "./layer.ts";

interface TabsProps {
  label: string;
  tabs: readonly { title: string; panel: ReactNode }[];
  selectedIndex: number;
  onSelect: (index: number) => void;
}

/** Hidden panels keep what was typed into them. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function Tabs({ label, tabs, selectedIndex, onSelect }: TabsProps) {
  const id = useId();
  const layer = useLayer();

  // On a phone, the last tabs are beyond the edge.
  useEffect(() => {
    document.getElementById(`${id}-tab-${selectedIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [id, selectedIndex]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = nextTab(event.key, selectedIndex, tabs.length - 1);
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target);
    document.getElementById(`${id}-tab-${target}`)?.focus();
  }

  return (
    <div className="grid gap-4">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === selectedIndex}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => onSelect(index)}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 font-medium text-muted transition-colors -outline-offset-2 hover:text-ink aria-selected:border-accent-text aria-selected:text-accent-text"
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ title, panel }, index) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== selectedIndex}
        >
          <Layer value={index === selectedIndex ? layer : HIDDEN}>{panel}</Layer>
        </div>
      ))}
    </div>
  );
}

/** Returns the tab that a key moves to. The arrows go around. */
function nextTab(key: string, selectedIndex: number, last: number): number | undefined {
  return {
    ArrowLeft: selectedIndex === 0 ? last : selectedIndex - 1,
    ArrowRight: selectedIndex === last ? 0 : selectedIndex + 1,
    Home: 0,
    End: last,
  }[key];
}
