import { MessagePage } from "../message-page.tsx";

/** A blank page would not say what is missing. */
export function SettingsLoading() {
  return <MessagePage title="Loading settings…">It waits for /settings.js.</MessagePage>;
}
