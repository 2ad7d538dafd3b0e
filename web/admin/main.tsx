import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../ui/theme.css";
import { AdminApp } from "./admin-app.tsx";
import { consoleQueryClient } from "./query-client.ts";
import { waitForSettings } from "./runtime-settings.ts";
import { SettingsLoading, SettingsMissing } from "./settings-missing.tsx";
import { startSession } from "./sign-in/session.ts";

const element = document.getElementById("console");
if (!element) throw new Error("index.html has no element for the console");
const root = createRoot(element);

// If the settings are already there, React skips this render.
root.render(<SettingsLoading />);
try {
  await waitForSettings();
  const queryClient = consoleQueryClient();
  startSession(queryClient);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AdminApp />
      </QueryClientProvider>
    </StrictMode>,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  root.render(<SettingsMissing />);
}
