import { MessagePage } from "./message-page.tsx";

/** Meanwhile: a page that stays blank would say nothing of what is missing. */
export function SettingsAwaited() {
  return (
    <MessagePage title="Loading the settings…">
      The console starts as soon as the settings of its deployment arrive from /settings.js.
    </MessagePage>
  );
}

export function SettingsMissing() {
  return (
    <MessagePage title="The console could not start">
      Its settings did not arrive. Check your connection and reload the page. If this goes on, the variables
      of the console's deployment may be missing.
    </MessagePage>
  );
}
