import { type KeyboardEvent, type ReactNode, useId } from "react";
import { HIDDEN, Layer, useLayer } from "../../ui/layer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const TopicLinks = lazyPart("topics", async () => (await import("./topic-links.tsx")).TopicLinks);

export interface SettingsTab {
  title: string;
  path: string;
}

interface SettingsTabsProps {
  tabs: readonly (SettingsTab & { panel: ReactNode })[];
  selectedIndex: number;
  onSelect: (index: number) => void;
}

/**
 * The tabs with the topics of each: beside the panel where there is room, and above it on a phone. Hidden panels keep what was
 * typed into them. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function SettingsTabs({ tabs, selectedIndex, onSelect }: SettingsTabsProps) {
  const id = useId();
  const layer = useLayer();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = nextTab(event.key, selectedIndex, tabs.length - 1);
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target);
    document.getElementById(`${id}-tab-${target}`)?.focus();
  }

  return (
    <div className="settings grid gap-4">
      <div className="topics flex min-w-0 flex-col">
        <div
          role="tablist"
          aria-label="Settings"
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
              style={{ order: index }}
              className="-mb-px min-h-10 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted transition-colors -outline-offset-2 hover:text-ink aria-selected:border-accent-text aria-selected:text-accent-text"
            >
              {title}
            </button>
          ))}
        </div>
        <TopicLinks tabs={tabs} selectedIndex={selectedIndex} />
      </div>
      {tabs.map(({ title, panel }, index) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== selectedIndex}
          className="min-w-0"
        >
          <Layer value={index === selectedIndex ? layer : HIDDEN}>{panel}</Layer>
        </div>
      ))}
    </div>
  );
}

/** Returns the tab that a key moves to. The arrows go around. */
function nextTab(key: string, selectedIndex: number, last: number): number | undefined {
  const previous = selectedIndex === 0 ? last : selectedIndex - 1;
  const next = selectedIndex === last ? 0 : selectedIndex + 1;
  return {
    ArrowLeft: previous,
    ArrowUp: previous,
    ArrowRight: next,
    ArrowDown: next,
    Home: 0,
    End: last,
  }[key];
}
