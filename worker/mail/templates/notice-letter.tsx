import { type CSSProperties, Fragment } from "react";
import { interpolate } from "../../../web/shared/interpolate.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import type { Texts } from "../../../web/status/texts/en.ts";
import type { Language } from "../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { plural, textsOf } from "../../../web/status/texts/texts.ts";
import { formatList } from "../../../web/status/views/figures.ts";
import { inLanguage } from "../../../web/status/views/language.tsx";
import { Markdown } from "../../../web/status/views/markdown.tsx";
import { formatShort, formatTime, zoneName } from "../../../web/status/views/time-format.ts";
import { truncate } from "../../http/truncate.ts";
import { isOpen, noticePath } from "../../notices/domain.ts";
import type { EarlierUpdate, NoticeContent } from "../store.ts";
import { ButtonLink, footerLine, Letter, type MailService } from "./letter.tsx";
import { render } from "./render.ts";

const MAX_NAMES_IN_SUBJECT = 3;
const MAX_NAMES_IN_FIRST_LINE = 20;
const MAX_MESSAGE_CHARACTERS = 10_000;

export interface Reader {
  language: Language;
  timeZone: string;
  isFirstMail: boolean;
  manageLink: string;
  unsubscribeLink: string;
}

export function noticeLetter(service: MailService, content: NoticeContent, reader: Reader) {
  const subject = subjectOf(service, content, reader.language);
  return { subject, ...render(<NoticeLetter {...{ service, content, reader, subject }} />) };
}

interface Props {
  service: MailService;
  content: NoticeContent;
  reader: Reader;
  subject: string;
}

const soft: CSSProperties = { margin: "0 0 4px", color: "#546073", fontSize: 14 };

function NoticeLetter({ service, content, reader, subject }: Props) {
  const { kind, name, message, postedAt, startAt, endAt } = content;
  const { language, manageLink, unsubscribeLink } = reader;
  const texts = mailTextsOf(language);
  const what = {
    incident: ["newIncident", "incident"],
    maintenance: ["newMaintenance", "maintenance"],
  } as const;
  const line = firstLine(content, language);
  const page = `${service.statusPageURL}${inLanguage(noticePath(content), language)}`;
  return (
    <Letter
      {...{ service, language, subject }}
      preview={line}
      footer={<UnsubscribeFooter {...{ service, language, manageLink, unsubscribeLink }} />}
    >
      <p style={{ margin: 0, fontWeight: 600 }}>{line}</p>
      <h1 style={{ margin: "4px 0 8px", fontSize: 22, lineHeight: 1.3 }}>
        <bdi>{name}</bdi>
      </h1>
      <p className="soft" style={soft}>
        {texts[what[kind][isAnnouncement(content, reader) ? 0 : 1]]}
      </p>
      {startAt !== null && endAt !== null && (
        <p style={soft} className="soft">
          {texts.planned}{" "}
          <TimeInZones
            zones={zonesOf(reader)}
            format={(zone) => windowText(startAt, endAt, language, zone)}
          />
        </p>
      )}
      <p style={soft} className="soft">
        {texts.posted}{" "}
        <TimeInZones zones={zonesOf(reader)} format={(zone) => formatTime(postedAt, language, zone)} />
      </p>
      {message && <Message text={message} />}
      {earlierUpdates(content, reader).map((update) => (
        <Fragment key={update.postedAt}>
          <p style={{ ...soft, marginTop: 16 }} className="soft">
            <strong>{statusText(language, update.status)}</strong>{" "}
            <TimeInZones
              zones={zonesOf(reader)}
              format={(zone) => formatTime(update.postedAt, language, zone)}
            />
          </p>
          <Message text={update.message} />
        </Fragment>
      ))}
      <ButtonLink href={page}>{texts.read}</ButtonLink>
    </Letter>
  );
}

function Message({ text }: { text: string }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Markdown text={truncate(text, MAX_MESSAGE_CHARACTERS)} />
    </div>
  );
}

function isAnnouncement({ first, status }: NoticeContent, { isFirstMail }: Reader): boolean {
  return first || (isFirstMail && isOpen({ status }));
}

function earlierUpdates(
  { postedAt, lastWords, announcement }: NoticeContent,
  { isFirstMail }: Reader,
): EarlierUpdate[] {
  const needed = [lastWords, isFirstMail ? announcement : null].filter((update) => update != null);
  const [first, second] = needed.filter((update) => update.postedAt !== postedAt);
  return [first, second?.postedAt === first?.postedAt ? undefined : second].filter(
    (update) => update !== undefined,
  );
}

export function UnsubscribeFooter({
  service,
  language,
  manageLink,
  unsubscribeLink,
}: { service: MailService } & Pick<Reader, "language" | "manageLink" | "unsubscribeLink">) {
  const texts = mailTextsOf(language);
  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        {interpolate(texts.why, { service: isolateDirection(service.name) })}
      </p>
      <p style={footerLine}>
        <a href={inLanguage(manageLink, language)}>{texts.manage}</a>
      </p>
      <p style={footerLine}>
        <a href={inLanguage(unsubscribeLink, language)}>{textsOf(language).subscribe.unsubscribe}</a>
      </p>
    </>
  );
}

function TimeInZones({ zones, format }: { zones: string[]; format: (zone: string) => string }) {
  return zones.map((zone, at) => (
    <Fragment key={zone}>
      {at > 0 && <br />}
      {format(zone)}
    </Fragment>
  ));
}

function zonesOf({ timeZone }: Reader): string[] {
  return timeZone === "UTC" ? ["UTC"] : ["UTC", timeZone];
}

function windowText(startAt: string, endAt: string, language: Language, zone: string): string {
  return interpolate(textsOf(language).timeRange, {
    from: formatShort(startAt, language, zone),
    to: formatShort(endAt, language, zone),
    zone: zoneName(startAt, language, zone),
  });
}

function subjectOf(service: MailService, content: NoticeContent, language: Language): string {
  const texts = mailTextsOf(language);
  const { name, components } = content;
  const status = statusText(language, content.status);
  const values = { service: isolateDirection(service.name), status, name: isolateDirection(name) };
  if (components.length === 0) return interpolate(texts.subject, values);
  const names = components
    .slice(0, MAX_NAMES_IN_SUBJECT)
    .map((component) => isolateDirection(component.name));
  const more = components.length - names.length;
  const listed = more > 0 ? [...names, plural(language, texts.more, more)] : names;
  return interpolate(texts.subjectOf, { ...values, components: formatList(listed, language) });
}

function firstLine({ status, name, components }: NoticeContent, language: Language): string {
  const named = components.slice(0, MAX_NAMES_IN_FIRST_LINE).map((component) => {
    if (status === "Scheduled" || component.deleted) return isolateDirection(component.name);
    const values = {
      component: isolateDirection(component.name),
      status: statusText(language, component.status),
    };
    return interpolate(mailTextsOf(language).affected, values);
  });
  const more = components.length - named.length;
  const each = more > 0 ? [...named, plural(language, mailTextsOf(language).more, more)] : named;
  return interpolate(mailTextsOf(language).first, {
    status: statusText(language, status),
    components: each.length > 0 ? formatList(each, language) : isolateDirection(name),
  });
}

function statusText(language: Language, status: keyof Texts["states"]): string {
  return textsOf(language).states[status];
}
