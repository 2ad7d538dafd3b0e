import { MailLog } from "../mail/mail-log.tsx";
import { TestMail } from "../mail/test-mail.tsx";
import { FindSubscriber } from "../subscribers/find-subscriber.tsx";

export function MailTools() {
  return (
    <>
      <TestMail />
      <FindSubscriber />
      <MailLog />
    </>
  );
}
