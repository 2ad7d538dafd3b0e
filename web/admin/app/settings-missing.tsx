import { MessagePage } from "../message-page.tsx";

export function SettingsMissing() {
  return (
    <MessagePage title="The console couldn't start">
      Its settings didn't load. Check your connection and reload the page. If it happens again, check the
      variables of the console's Pages project.
    </MessagePage>
  );
}
