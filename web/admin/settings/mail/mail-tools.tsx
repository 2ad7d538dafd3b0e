import { ChannelsSection } from "../../channels/channels-section.tsx";
import { MailLog } from "../../mail/mail-log.tsx";
import { TestMail, type TestMailProps } from "../../mail/test-mail.tsx";

export function MailTools({ saveFirst }: TestMailProps) {
  return (
    <>
      <TestMail saveFirst={saveFirst} />
      <ChannelsSection />
      <MailLog />
    </>
  );
}
