import { ButtonLink, EmailLayout, Headline, type MailService } from "./layout.tsx";
import { render } from "./render.ts";

export function testEmail(service: MailService) {
  const name = service.name || "Service";
  const subject = `[${name}] Test email`;
  const headline = `This is a test email from the status page of ${name}.`;
  const email = (
    <EmailLayout service={{ ...service, name }} language="en" subject={subject} preview={headline}>
      <Headline>{headline}</Headline>
      <p style={{ margin: "12px 0 0" }}>It arrived, so subscribers can get their emails, too.</p>
      <ButtonLink href={service.statusPageURL}>Go to the status page</ButtonLink>
    </EmailLayout>
  );
  return { subject, ...render(email) };
}
