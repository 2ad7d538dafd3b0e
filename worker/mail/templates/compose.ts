import { languageOf } from "../../../web/status/texts/languages.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import type { Tokens } from "../../subscribers/tokens.ts";
import { oneLine } from "../service.ts";
import type { Mail } from "../ses.ts";
import type { Letter } from "../store.ts";
import { confirmationLetter } from "./confirmation-letter.tsx";
import type { MailService } from "./letter.tsx";
import { noticeLetter } from "./notice-letter.tsx";

type Body = Pick<Mail, "subject" | "html" | "text">;
/** A letter to somebody who is there. */
export type Addressed = Letter & { subscriber: NonNullable<Letter["subscriber"]> };

/** Makes mails of letters, and each body once for all who read it in the same language and zone. */
export function composer(service: MailService, region: string): (letter: Addressed, tokens: Tokens) => Mail {
  // Stand for each reader's own links; nobody can have written them into a message.
  const [managePlaceholder, leavePlaceholder] = [newPlaceholder(), newPlaceholder()];
  const bodies = new Map<string, Body>();

  function bodyOf({ messageID, content, subscriber, firstServiceID }: Addressed): Body {
    const language = languageOf(subscriber.language);
    const timeZone = zoneOf(subscriber.timeZone);
    const isNew = firstServiceID === "";
    const key = JSON.stringify([messageID, subscriber.state, language, timeZone, isNew]);
    const reader = { language, timeZone, isNew, link: managePlaceholder, leaveLink: leavePlaceholder };
    const named = { ...service, name: service.name || textsOf(language).service };
    const body =
      bodies.get(key) ??
      (content
        ? noticeLetter(named, content, reader)
        : confirmationLetter(named, subscriber.state === "confirmed", reader));
    bodies.set(key, body);
    return body;
  }

  return (letter, tokens) => {
    const { subscriberID, emailAddress } = letter.subscriber;
    const linkBy = (token: string) =>
      new URL(`${service.statusPageURL}/subscriptions/${subscriberID}/${token}`).href;
    const leaveLink = `${linkBy(tokens.unsubscribe)}/unsubscribe`;
    const { subject, html, text } = bodyOf(letter);
    const withLinks = (body: string) =>
      body
        .replaceAll(managePlaceholder, () => linkBy(tokens.manage))
        .replaceAll(leavePlaceholder, () => leaveLink);
    return {
      to: emailAddress,
      subject: oneLine(subject),
      html: withLinks(html),
      text: withLinks(text),
      headers: {
        ...leaving(leaveLink),
        ...thread(service, region, letter),
        "Auto-Submitted": "auto-generated",
      },
    };
  };
}

function newPlaceholder(): string {
  return `https://${crypto.randomUUID()}.invalid`;
}

/** One click, without a further question (RFC 8058). */
function leaving(link: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${link}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/**
 * Has mail programs show all mails about a notice as one thread: each refers to the same id, and to the first of them
 * by the id that the service gave it. The service sets Message-ID itself, so the fixed id is no mail's own.
 */
function thread(
  { statusPageURL }: MailService,
  region: string,
  { content, firstServiceID }: Addressed,
): Record<string, string> {
  if (!content) return {};
  const fixed = `<${content.kind}.${content.noticeID}@${new URL(statusPageURL).hostname}>`;
  const first = firstServiceID === "" ? [] : [messageIDOf(firstServiceID, region)];
  return { References: [fixed, ...first].join(" "), "In-Reply-To": first[0] ?? fixed };
}

/** UTC for a zone that this runtime does not know. */
function zoneOf(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** What the service puts into Message-ID: https://docs.aws.amazon.com/ses/latest/dg/header-fields.html */
function messageIDOf(serviceID: string, region: string): string {
  return `<${serviceID}@${region === "us-east-1" ? "email" : region}.amazonses.com>`;
}
