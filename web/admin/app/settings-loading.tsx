import { MessagePage } from "../message-page.tsx";

/** A blank page would not say what is missing. */
export function SettingsLoading() {
  return (
    <MessagePage title="Loading settings…">
      The console starts once it has its settings from /settings.js.
    </MessagePage>
  );
}
