import { ButtonLink, Headline, Letter, type MailService } from "./letter.tsx";
import { render } from "./render.ts";

/** For an administrator, and so in English like the console. */
export function testLetter(service: MailService) {
  const name = service.name || "Service";
  const subject = `[${name}] Mails of this status page arrive`;
  const first = `This is a test mail of the status page of ${name}.`;
  const letter = (
    <Letter service={{ ...service, name }} language="en" subject={subject} preview={first}>
      <Headline>{first}</Headline>
      <p style={{ margin: "12px 0 0" }}>Since you can read it, subscribers get their mails, too.</p>
      <ButtonLink href={service.statusPageURL}>Go to the status page</ButtonLink>
    </Letter>
  );
  return { subject, ...render(letter) };
}
