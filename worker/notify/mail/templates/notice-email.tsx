import { type CSSProperties, Fragment } from "react";
import { interpolate } from "../../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../../web/shared/isolate-direction.ts";
import type { MarkdownFlavor } from "../../../../web/shared/markdown-subset.ts";
import { plural, textsOf } from "../../../../web/status/texts/all-texts.ts";
import type { Language } from "../../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../../web/status/texts/mail/texts.ts";
import { withLanguage } from "../../../../web/status/views/language.tsx";
import { Markdown } from "../../../../web/status/views/markdown.tsx";
import { formatList } from "../../../../web/status/views/strips/figures.ts";
import { isOpen, noticeColors, noticePath } from "../../../notices/domain.ts";
import { postmortemPath } from "../../../notices/postmortem/domain.ts";
import { truncate } from "../../../shared/truncate.ts";
import type { EarlierUpdate, NoticeContent } from "../../outbox/queue.ts";
import { AffectedComponents } from "./affected-components.tsx";
import { ButtonLink, EmailLayout, footerLineStyle, type MailService } from "./layout.tsx";
import { noticeLabel } from "./notice-label.ts";
import { Pill } from "./pill.tsx";
import { timeText, windowText } from "./recipient-time.ts";
import { render } from "./render.ts";

const MAX_NAMES_IN_SUBJECT = 3;
const MAX_NAMES_IN_BODY = 20;
const MAX_MESSAGE_CHARACTERS = 10_000;

export interface Recipient {
  language: Language;
  timeZone: string;
  isFirstMail: boolean;
  manageLink: string;
  unsubscribeLink: string;
  /** Where administrators change a channel of the team. Only its emails have it. */
  teamLink?: string;
}

export function noticeEmail(service: MailService, content: NoticeContent, recipient: Recipient) {
  const subject = noticeSubject(service, content, recipient.language);
  return {
    subject,
    ...render(<NoticeEmail service={service} content={content} recipient={recipient} subject={subject} />),
  };
}

interface Props {
  service: MailService;
  content: NoticeContent;
  recipient: Recipient;
  subject: string;
}

const soft: CSSProperties = { margin: "0 0 4px", color: "#546073", fontSize: 14 };

function NoticeEmail({ service, content, recipient, subject }: Props) {
  const { name, message } = content;
  const { language, manageLink, unsubscribeLink, teamLink } = recipient;
  const path = content.postmortem ? postmortemPath(content.noticeID) : noticePath(content);
  const page = `${service.statusPageURL}${withLanguage(path, language)}`;
  return (
    <EmailLayout
      service={service}
      language={language}
      subject={subject}
      preview={firstLine(content, language)}
      footer={
        teamLink === undefined ? (
          <UnsubscribeFooter
            service={service}
            language={language}
            manageLink={manageLink}
            unsubscribeLink={unsubscribeLink}
          />
        ) : (
          <TeamFooter service={service} teamLink={teamLink} />
        )
      }
    >
      <h1 style={{ margin: 0, fontSize: 22, lineHeight: 1.3 }}>
        <bdi>{name}</bdi>
      </h1>
      <p style={{ margin: "8px 0" }}>
        <Pill color={content.postmortem ? "grey" : noticeColors[content.status]}>
          {noticeLabel(content, language)}
        </Pill>
      </p>
      <p className="soft" style={soft}>
        {occasion(content, recipient)}
      </p>
      <NoticeTimes content={content} recipient={recipient} />
      <AffectedComponents content={content} language={language} limit={MAX_NAMES_IN_BODY} />
      {message && <Message text={message} flavor={content.postmortem ? "document" : "message"} />}
      {earlierUpdates(content, recipient).map((update) => (
        <Fragment key={update.postedAt}>
          <p style={{ ...soft, marginTop: 16 }} className="soft">
            <strong>{textsOf(language).states[update.status]}</strong> {timeText(update.postedAt, recipient)}
          </p>
          <Message text={update.message} />
        </Fragment>
      ))}
      <ButtonLink href={page}>{mailTextsOf(language).readLink}</ButtonLink>
    </EmailLayout>
  );
}

/** Says why the email was sent. */
function occasion(content: NoticeContent, recipient: Recipient): string {
  const texts = mailTextsOf(recipient.language);
  if (content.postmortem) return texts.postmortem;
  if (content.reminder) return texts.reminder;
  const what = {
    incident: ["newIncident", "incident"],
    maintenance: ["newMaintenance", "maintenance"],
  } as const;
  return texts[what[content.kind][isAnnouncement(content, recipient) ? 0 : 1]];
}

function NoticeTimes({ content, recipient }: Pick<Props, "content" | "recipient">) {
  const { postedAt, startAt, endAt, movedFrom, reminder } = content;
  const texts = mailTextsOf(recipient.language);
  return (
    <>
      {startAt !== null && endAt !== null && (
        <p style={soft} className="soft">
          {texts.scheduledForLabel} {windowText({ startAt, endAt }, recipient)}
        </p>
      )}
      {movedFrom && (
        <p style={soft} className="soft">
          {texts.movedFromLabel} {windowText(movedFrom, recipient)}
        </p>
      )}
      {!reminder && (
        <p style={soft} className="soft">
          {texts.postedLabel} {timeText(postedAt, recipient)}
        </p>
      )}
    </>
  );
}

function Message({ text, flavor }: { text: string; flavor?: MarkdownFlavor | undefined }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Markdown text={truncate(text, MAX_MESSAGE_CHARACTERS)} flavor={flavor} />
    </div>
  );
}

function isAnnouncement({ first, status }: NoticeContent, { isFirstMail }: Recipient): boolean {
  return first || (isFirstMail && isOpen({ status }));
}

function earlierUpdates(
  { postedAt, lastUpdate, announcement }: NoticeContent,
  { isFirstMail }: Recipient,
): EarlierUpdate[] {
  const candidates = [lastUpdate, isFirstMail ? announcement : null].filter((update) => update != null);
  const [first, second] = candidates.filter((update) => update.postedAt !== postedAt);
  return [first, second?.postedAt === first?.postedAt ? undefined : second].filter(
    (update) => update !== undefined,
  );
}

/** Administrators read it, so it is in the console's language. */
export function TeamFooter({ service, teamLink }: { service: MailService; teamLink: string }) {
  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        You get this email because an administrator of {isolateDirection(service.name)} added this address to
        the team's channels.
      </p>
      <p style={footerLineStyle}>
        <a href={teamLink}>Change the team's channels</a>
      </p>
    </>
  );
}

export function UnsubscribeFooter({
  service,
  language,
  manageLink,
  unsubscribeLink,
}: { service: MailService } & Pick<Recipient, "language" | "manageLink" | "unsubscribeLink">) {
  const texts = mailTextsOf(language);
  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        {interpolate(texts.reason, { service: isolateDirection(service.name) })}
      </p>
      <p style={footerLineStyle}>
        <a href={withLanguage(manageLink, language)}>{texts.manageLink}</a>
      </p>
      <p style={footerLineStyle}>
        <a href={withLanguage(unsubscribeLink, language)}>{textsOf(language).subscribe.unsubscribe}</a>
      </p>
    </>
  );
}

function noticeSubject(service: MailService, content: NoticeContent, language: Language): string {
  const texts = mailTextsOf(language);
  const { name, components } = content;
  const status = noticeLabel(content, language);
  const values = { service: isolateDirection(service.name), status, name: isolateDirection(name) };
  if (components.length === 0) return interpolate(texts.subject, values);
  const list = shortenedList(components.map(isolatedName), MAX_NAMES_IN_SUBJECT, language);
  return interpolate(texts.subjectWithComponents, { ...values, components: list });
}

function firstLine(content: NoticeContent, language: Language): string {
  const { status, name, components, postmortem } = content;
  const componentTexts = components.map((component) => {
    if (status === "Scheduled" || postmortem || component.deleted) return isolatedName(component);
    const values = {
      component: isolatedName(component),
      status: textsOf(language).states[component.status],
    };
    return interpolate(mailTextsOf(language).componentWithStatus, values);
  });
  return interpolate(mailTextsOf(language).statusLine, {
    status: noticeLabel(content, language),
    components:
      components.length > 0
        ? shortenedList(componentTexts, MAX_NAMES_IN_BODY, language)
        : isolateDirection(name),
  });
}

function isolatedName({ name }: { name: string }): string {
  return isolateDirection(name);
}

function shortenedList(names: string[], limit: number, language: Language): string {
  const more = names.length - limit;
  const shownNames = names.slice(0, limit);
  return formatList(
    more > 0 ? [...shownNames, plural(language, mailTextsOf(language).moreComponents, more)] : shownNames,
    language,
  );
}
