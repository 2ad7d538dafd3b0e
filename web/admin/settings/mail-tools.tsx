import { ChannelsSection } from "../channels/channels-section.tsx";
import { SubscriberNumbers } from "../channels/subscriber-numbers.tsx";
import { MailLog } from "../mail/mail-log.tsx";
import { TestMail } from "../mail/test-mail.tsx";
import { FindSubscriber } from "../subscribers/find-subscriber.tsx";

export function MailTools() {
  return (
    <>
      <ChannelsSection />
      <TestMail />
      <SubscriberNumbers />
      <FindSubscriber />
      <MailLog />
    </>
  );
}
