import { type Failure, failureLines, failureTitle } from "../../failures/domain.ts";
import { ButtonLink, EmailLayout, Headline, type MailService } from "./layout.tsx";
import { TeamFooter } from "./notice-email.tsx";
import { render } from "./render.ts";

/** Administrators read it, so it is in the console's language. */
export function failureEmail(service: MailService, failure: Failure, teamLink: string) {
  const title = failureTitle(failure);
  const subject = `[${service.name}] ${title}`;
  const email = (
    <EmailLayout
      service={service}
      subject={subject}
      language="en"
      preview={title}
      footer={<TeamFooter service={service} teamLink={teamLink} />}
    >
      <Headline>{title}</Headline>
      <ul style={{ margin: "12px 0 0", paddingLeft: 20 }}>
        {failureLines(failure).map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      <ButtonLink href={teamLink}>Open the console</ButtonLink>
    </EmailLayout>
  );
  return { subject, ...render(email) };
}
