import { toLanguage } from "../../../../web/status/texts/languages.ts";
import { knownZoneOrUTC } from "../../../shared/time/known-zone.ts";
import type { Delivery } from "../../deliveries/store.ts";
import type { TeamAlert } from "../../outbox/queue.ts";
import type { Tokens } from "../../subscribers/tokens.ts";
import type { Mail } from "../provider.ts";
import { oneLine } from "../service.ts";
import { confirmationEmail } from "./confirmation-email.tsx";
import { failureEmail } from "./failure-email.tsx";
import { type MailService, namedService } from "./layout.tsx";
import { noticeEmail } from "./notice-email.tsx";
import { proposalEmail } from "./proposal-email.tsx";

type Body = Pick<Mail, "subject" | "html" | "text">;
export type Addressed = Delivery & { subscriber: NonNullable<Delivery["subscriber"]> };

/** Renders each body once for all subscribers with the same language and time zone. */
export function composer(
  service: MailService,
  region: string,
  teamLink: string,
): (delivery: Addressed, tokens: Tokens) => Mail {
  const [managePlaceholder, unsubscribePlaceholder] = [newPlaceholder(), newPlaceholder()];
  const bodies = new Map<string, Body>();

  function composeBody(addressed: Addressed): Body {
    const { messageID, kind, content, failure, subscriber, firstServiceID } = addressed;
    const language = toLanguage(subscriber.language);
    const timeZone = knownZoneOrUTC(subscriber.timeZone);
    const isFirstMail = firstServiceID === "";
    const isConfirmed = subscriber.state === "confirmed";
    const asks = !isConfirmed || addressed.hasUnconfirmedNotice === 1;
    const { isTeam } = subscriber;
    const key = JSON.stringify([messageID, isConfirmed, asks, language, timeZone, isFirstMail, isTeam]);
    const recipient = {
      language,
      timeZone,
      isFirstMail,
      manageLink: managePlaceholder,
      unsubscribeLink: unsubscribePlaceholder,
      ...(isTeam && { teamLink }),
    };
    const localizedService = namedService(service, language);
    const compose = () => {
      if (failure) return alertEmail(localizedService, failure, teamLink);
      if (content) return noticeEmail(localizedService, content, recipient);
      if (kind !== "confirmation") throw new Error("The stored content of this message is damaged.");
      return confirmationEmail(localizedService, { isConfirmed, asks }, recipient);
    };
    const body = bodies.get(key) ?? compose();
    bodies.set(key, body);
    return body;
  }

  return (delivery, tokens) => {
    const { subscriberID, emailAddress } = delivery.subscriber;
    const linkWith = (token: string) =>
      new URL(`${service.statusPageURL}/subscriptions/${subscriberID}/${token}`).href;
    const unsubscribeLink = `${linkWith(tokens.unsubscribe)}/unsubscribe`;
    const { subject, html, text } = composeBody(delivery);
    const withLinks = (body: string) =>
      body
        .replaceAll(managePlaceholder, () => linkWith(tokens.manage))
        .replaceAll(unsubscribePlaceholder, () => unsubscribeLink);
    return {
      id: `${delivery.messageID}.${delivery.deliveryID}`,
      to: emailAddress,
      subject: oneLine(subject),
      html: withLinks(html),
      text: withLinks(text),
      headers: toHeaders(service, region, delivery, unsubscribeLink),
    };
  };
}

function alertEmail(service: MailService, alert: TeamAlert, teamLink: string) {
  return alert.type === "incident_proposed"
    ? proposalEmail(service, alert, teamLink)
    : failureEmail(service, alert, teamLink);
}

function newPlaceholder(): string {
  return `https://${crypto.randomUUID()}.invalid`;
}

function toHeaders(service: MailService, region: string, delivery: Addressed, unsubscribeLink: string) {
  return {
    ...(delivery.subscriber.isTeam ? {} : oneClickUnsubscribe(unsubscribeLink)),
    ...threadHeaders(service, region, delivery),
    "Auto-Submitted": "auto-generated",
  };
}

function oneClickUnsubscribe(link: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${link}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/**
 * Mail programs thread by References. Each mail names an ID for the notice and the first mail's Message-ID, which only
 * the email service can set.
 */
function threadHeaders(
  { statusPageURL }: MailService,
  region: string,
  { content, firstServiceID }: Addressed,
): Record<string, string> {
  if (!content) return {};
  const noticeID = `<${content.kind}.${content.noticeID}@${new URL(statusPageURL).hostname}>`;
  // The IDs of Resend and Postmark begin with their name. They don't say what Message-ID the email got.
  const hasMessageID = firstServiceID !== "" && !firstServiceID.includes(":");
  const first = hasMessageID ? [toMessageID(firstServiceID, region)] : [];
  return { References: [noticeID, ...first].join(" "), "In-Reply-To": first[0] ?? noticeID };
}

/**
 * The ID of Cloudflare and of an SMTP server's email is the Message-ID itself. A thread can have mails of several services.
 * @see https://docs.aws.amazon.com/ses/latest/dg/header-fields.html
 */
function toMessageID(serviceID: string, region: string): string {
  if (serviceID.startsWith("<")) return serviceID;
  return `<${serviceID}@${region === "us-east-1" ? "email" : region}.amazonses.com>`;
}
