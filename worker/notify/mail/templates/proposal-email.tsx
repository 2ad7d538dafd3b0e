import { isolateDirection } from "../../../../web/shared/isolate-direction.ts";
import { Markdown } from "../../../../web/status/views/markdown.tsx";
import { noticeColors } from "../../../notices/domain.ts";
import { proposedByText } from "../../../notices/proposals/domain.ts";
import { truncate } from "../../../shared/truncate.ts";
import { proposalLinks } from "../../failures/proposal-links.ts";
import type { ProposedIncident } from "../../outbox/queue.ts";
import { AffectedComponents } from "./affected-components.tsx";
import { ButtonLink, EmailLayout, Headline, type MailService } from "./layout.tsx";
import { TeamFooter } from "./notice-email.tsx";
import { Pill } from "./pill.tsx";
import { render } from "./render.ts";

const MAX_COMPONENTS = 20;
const MAX_MESSAGE_CHARACTERS = 10_000;

/** Administrators read it, so it is in the console's language. */
export function proposalEmail(
  service: MailService,
  { content, proposedBy }: ProposedIncident,
  teamLink: string,
) {
  const { noticeID, name, status, message } = content;
  const { publishLink, discardLink } = proposalLinks(teamLink, noticeID);
  const subject = `[${service.name}] Proposal: ${isolateDirection(name)}`;
  const email = (
    <EmailLayout
      service={service}
      subject={subject}
      language="en"
      preview="An incident that visitors don't see yet."
      footer={<TeamFooter service={service} teamLink={teamLink} />}
    >
      <Headline>
        <bdi>{name}</bdi>
      </Headline>
      <p style={{ margin: "8px 0" }}>
        <Pill color={noticeColors[status]}>{`Proposal: ${status}`}</Pill>
      </p>
      <p style={{ margin: "0 0 4px" }}>
        Proposed <bdi>{proposedByText(proposedBy)}</bdi>. Visitors don't see it yet.
      </p>
      <AffectedComponents content={content} language="en" limit={MAX_COMPONENTS} />
      {message && (
        <div style={{ marginTop: 16 }}>
          <Markdown text={truncate(message, MAX_MESSAGE_CHARACTERS)} />
        </div>
      )}
      <ButtonLink href={publishLink}>Check and publish</ButtonLink>
      <p style={{ margin: "12px 0 0" }}>
        <a href={discardLink}>Discard it</a>
      </p>
    </EmailLayout>
  );
  return { subject, ...render(email) };
}
