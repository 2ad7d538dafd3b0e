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
import type { NoticeContent, Words } from "../store.ts";
import { ButtonLink, footerLine, Letter, type MailService } from "./letter.tsx";
import { render } from "./render.ts";

/** Names in a subject, and in the first line; of more there is the number. */
const NAMED = 3;
const NAMED_FIRST = 20;
/** Of a message: mail programs hide the end of a longer mail. The rest is where the button leads. */
const MOST_SAID = 10_000;

export interface Reader {
  language: Language;
  /** Of the tz database. */
  timeZone: string;
  /** Whether no mail about this notice has gone to this reader yet. */
  isNew: boolean;
  /** Where this reader chooses what to hear about; without the language. */
  link: string;
  /** Where this reader can only unsubscribe; without the language. */
  leaveLink: string;
}

/** What an update of an incident or of a maintenance says, to one reader. */
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
  const { language, link, leaveLink } = reader;
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
      footer={<Leaving {...{ service, language, link, leaveLink }} />}
    >
      <p style={{ margin: 0, fontWeight: 600 }}>{line}</p>
      <h1 style={{ margin: "4px 0 8px", fontSize: 22, lineHeight: 1.3 }}>
        <bdi>{name}</bdi>
      </h1>
      <p className="soft" style={soft}>
        {texts[what[kind][announces(content, reader) ? 0 : 1]]}
      </p>
      {startAt !== null && endAt !== null && (
        <p style={soft} className="soft">
          {texts.planned}{" "}
          <InZones zones={zonesOf(reader)} format={(zone) => windowIn(startAt, endAt, language, zone)} />
        </p>
      )}
      <p style={soft} className="soft">
        {texts.posted}{" "}
        <InZones zones={zonesOf(reader)} format={(zone) => formatTime(postedAt, language, zone)} />
      </p>
      {message && <Message text={message} />}
      {earlierWords(content, reader).map((words) => (
        <Fragment key={words.postedAt}>
          <p style={{ ...soft, marginTop: 16 }} className="soft">
            <strong>{stateIn(language, words.status)}</strong>{" "}
            <InZones zones={zonesOf(reader)} format={(zone) => formatTime(words.postedAt, language, zone)} />
          </p>
          <Message text={words.message} />
        </Fragment>
      ))}
      <ButtonLink href={page}>{texts.read}</ButtonLink>
    </Letter>
  );
}

function Message({ text }: { text: string }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Markdown text={truncate(text, MOST_SAID)} />
    </div>
  );
}

/** Whether the reader hears with this mail that there is such a notice at all, and that it still lasts. */
function announces({ first, status }: NoticeContent, { isNew }: Reader): boolean {
  return first || (isNew && isOpen({ status }));
}

/** What was said before and the reader needs: the newest words where this update has none, and the announcement. */
function earlierWords({ postedAt, lastWords, announcement }: NoticeContent, { isNew }: Reader): Words[] {
  const needed = [lastWords, isNew ? announcement : null].filter((words) => words != null);
  const [first, second] = needed.filter((words) => words.postedAt !== postedAt);
  return [first, second?.postedAt === first?.postedAt ? undefined : second].filter(
    (words) => words !== undefined,
  );
}

/** Why the mail has come, and the way out. */
export function Leaving({
  service,
  language,
  link,
  leaveLink,
}: { service: MailService } & Pick<Reader, "language" | "link" | "leaveLink">) {
  const texts = mailTextsOf(language);
  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        {interpolate(texts.why, { service: isolateDirection(service.name) })}
      </p>
      <p style={footerLine}>
        <a href={inLanguage(link, language)}>{texts.manage}</a>
      </p>
      <p style={footerLine}>
        <a href={inLanguage(leaveLink, language)}>{textsOf(language).subscribe.leave}</a>
      </p>
    </>
  );
}

function InZones({ zones, format }: { zones: string[]; format: (zone: string) => string }) {
  return zones.map((zone, at) => (
    <Fragment key={zone}>
      {at > 0 && <br />}
      {format(zone)}
    </Fragment>
  ));
}

/** UTC, and the reader's own where that is another. */
function zonesOf({ timeZone }: Reader): string[] {
  return timeZone === "UTC" ? ["UTC"] : ["UTC", timeZone];
}

function windowIn(startAt: string, endAt: string, language: Language, zone: string): string {
  return interpolate(textsOf(language).window, {
    from: formatShort(startAt, language, zone),
    to: formatShort(endAt, language, zone),
    zone: zoneName(startAt, language, zone),
  });
}

function subjectOf(service: MailService, content: NoticeContent, language: Language): string {
  const texts = mailTextsOf(language);
  const { name, components } = content;
  const status = stateIn(language, content.status);
  const values = { service: isolateDirection(service.name), status, name: isolateDirection(name) };
  if (components.length === 0) return interpolate(texts.subject, values);
  const names = components.slice(0, NAMED).map((component) => isolateDirection(component.name));
  const more = components.length - names.length;
  const listed = more > 0 ? [...names, plural(language, texts.more, more)] : names;
  return interpolate(texts.subjectOf, { ...values, components: formatList(listed, language) });
}

/** The status and each component with its own, except before anything happens; without components the name. */
function firstLine({ status, name, components }: NoticeContent, language: Language): string {
  const named = components.slice(0, NAMED_FIRST).map((component) => {
    // What is planned, or deleted, has no status now.
    if (status === "Scheduled" || component.deleted) return isolateDirection(component.name);
    const values = {
      component: isolateDirection(component.name),
      status: stateIn(language, component.status),
    };
    return interpolate(mailTextsOf(language).affected, values);
  });
  const more = components.length - named.length;
  const each = more > 0 ? [...named, plural(language, mailTextsOf(language).more, more)] : named;
  return interpolate(mailTextsOf(language).first, {
    status: stateIn(language, status),
    components: each.length > 0 ? formatList(each, language) : isolateDirection(name),
  });
}

function stateIn(language: Language, status: keyof Texts["states"]): string {
  return textsOf(language).states[status];
}
