import { useQuery } from "@tanstack/react-query";
import { ErrorArea } from "../../ui/error-area.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { settingsQuery } from "./calls.ts";
import { DesignTab } from "./design-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";

export function SettingsScreen() {
  const { data: settings, error } = useQuery(settingsQuery);

  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Settings</h1>
      <p className="mt-0.5 mb-4 text-muted text-pretty">
        What your status page is called, how it looks, and who gets mail.
      </p>
      <div className="grid gap-3">
        <ErrorArea error={error} />
        {settings ? (
          <Tabs
            label="Settings"
            tabs={[
              { title: "General", panel: <GeneralTab settings={settings} /> },
              { title: "Design", panel: <DesignTab settings={settings} /> },
              { title: "Notifications", panel: <NotificationsTab settings={settings} /> },
            ]}
          />
        ) : (
          !error && <Placeholder />
        )}
      </div>
    </>
  );
}

function Placeholder() {
  return (
    <div role="status" aria-label="Loading settings" className="grid gap-3 opacity-50">
      <span className="h-9 w-64 rounded bg-hover" />
      <span className="h-64 rounded-xl border border-line bg-surface shadow-card" />
    </div>
  );
}
