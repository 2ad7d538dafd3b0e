import { ChannelsSection } from "../../channels/channels-section.tsx";
import { MailLog } from "../../mail/mail-log.tsx";
import { TestMail } from "../../mail/test-mail.tsx";

export function MailTools() {
  return (
    <>
      <TestMail />
      <ChannelsSection />
      <MailLog />
    </>
  );
}
