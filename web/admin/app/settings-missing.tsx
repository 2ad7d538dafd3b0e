import { MessagePage } from "../message-page.tsx";

/** A blank page would not say what is missing. */
export function SettingsLoading() {
  return (
    <MessagePage title="Loading settings…">
      The console starts once it has its settings from /settings.js.
    </MessagePage>
  );
}

export function SettingsMissing() {
  return (
    <MessagePage title="The console couldn't start">
      Its settings didn't load. Check your connection and reload the page. If it happens again, check the
      variables of the console's Pages project.
    </MessagePage>
  );
}
