import { MessagePage } from "./message-page.tsx";

export function SettingsMissing() {
  return (
    <MessagePage title="The console could not start">
      Its settings did not arrive. Check your connection and reload the page. If this goes on, the variables
      of the console's deployment may be missing.
    </MessagePage>
  );
}
