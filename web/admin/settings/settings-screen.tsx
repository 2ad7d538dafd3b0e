import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { HIDDEN, useLayer } from "../../ui/layer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadError, useLoadError } from "../../ui/load-error.tsx";
import { settingsQuery } from "./calls.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

const GeneralTab = lazyPart("general", async () => (await import("./general-tab.tsx")).GeneralTab);
const DesignTab = lazyPart("design", async () => (await import("./design-tab.tsx")).DesignTab);
const NotificationsTab = lazyPart(
  "notifications",
  async () => (await import("./notifications-tab.tsx")).NotificationsTab,
);
const TemplatesTab = lazyPart(
  "templates",
  async () => (await import("./templates/templates-tab.tsx")).TemplatesTab,
);
const AutomationTab = lazyPart(
  "automation",
  async () => (await import("./automation/automation-tab.tsx")).AutomationTab,
);

const tabs = [
  {
    title: "General",
    path: "/settings",
    Panel: GeneralTab,
  },
  {
    title: "Design",
    path: "/settings?tab=design",
    Panel: DesignTab,
  },
  {
    title: "Notifications",
    path: "/settings?tab=notifications",
    Panel: NotificationsTab,
  },
  {
    title: "Templates",
    path: "/settings?tab=templates",
    Panel: onceShown(TemplatesTab),
  },
  { title: "Automation", path: "/settings?tab=automation", Panel: onceShown(AutomationTab) },
];

export function SettingsScreen() {
  const load = useQuery(settingsQuery);
  const { data: settings } = load;
  const error = useLoadError(load);
  const [, navigate] = useLocation();
  const search = useSearch();
  const selected = Math.max(
    0,
    tabs.findIndex(({ path }) => path === `/settings?${search}`),
  );

  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Settings</h1>
      <p className="mt-0.5 mb-4 text-muted text-pretty">
        Your status page, how it looks, and who hears from it.
      </p>
      <div className="grid gap-3">
        <LoadError load={load} />
        {settings ? (
          <SettingsTabs
            selectedIndex={selected}
            onSelect={(index) => index !== selected && navigate(tabs[index]?.path ?? "/settings")}
            tabs={tabs.map(({ Panel, ...tab }) => ({ ...tab, panel: <Panel settings={settings} /> }))}
          />
        ) : (
          !error && <Placeholder />
        )}
      </div>
    </>
  );
}

/** The panel is loaded when it is first shown. Hidden panels stay mounted, so what is typed there survives a change of tabs. */
function onceShown(Tab: ComponentType) {
  return () => {
    const isHidden = useLayer() === HIDDEN;
    const [wasShown, setWasShown] = useState(!isHidden);
    if (!isHidden && !wasShown) setWasShown(true);
    return wasShown ? <Tab /> : null;
  };
}

function Placeholder() {
  return (
    <div role="status" aria-label="Loading settings" className="grid gap-3 opacity-50">
      <span className="h-9 w-64 rounded bg-hover" />
      <span className="h-64 rounded-xl border border-line bg-surface shadow-card" />
    </div>
  );
}
