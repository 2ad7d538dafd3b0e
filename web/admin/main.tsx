import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import "../ui/theme.css";
import { preloadFiles } from "../ui/load-file.ts";
import { consoleQueryClient } from "./api/query-client.ts";
import { AdminApp } from "./app/admin-app.tsx";
import { preloadScreen } from "./app/screens.tsx";
import { SettingsLoading } from "./app/settings-loading.tsx";
import { followKeyboard } from "./keyboard-height.ts";
import { waitForSettings } from "./runtime-settings.ts";
import { startSession } from "./session/session.ts";

/** The first screen and its data come first. */
const PRELOAD_DELAY_MS = 2 * SECOND_MS;

function savesData(): boolean {
  // TypeScript doesn't know what only Chromium has.
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  return connection?.saveData ?? false;
}

followKeyboard();
const element = document.getElementById("console");
if (!element) throw new Error("index.html has no element for the console");
const root = createRoot(element);

preloadScreen(window.location.pathname);
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
  // Every screen then opens at once, even while the network is away.
  if (!savesData()) setTimeout(() => preloadFiles().catch(() => undefined), PRELOAD_DELAY_MS);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  const { SettingsMissing } = await import("./app/settings-missing.tsx");
  root.render(<SettingsMissing />);
}
