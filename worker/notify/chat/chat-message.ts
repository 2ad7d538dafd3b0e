import { interpolate } from "../../../web/shared/interpolate.ts";
import { plural, textsOf } from "../../../web/status/texts/all-texts.ts";
import { chatTextsOf } from "../../../web/status/texts/chat/texts.ts";
import type { Language } from "../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { withLanguage } from "../../../web/status/views/language.tsx";
import type { StatusColor } from "../../components/domain.ts";
import { MAX_NAME_CHARACTERS, noticeColors, noticePath, noticePhase } from "../../notices/domain.ts";
import { postmortemPath } from "../../notices/postmortem/domain.ts";
import { proposedByText } from "../../notices/proposals/domain.ts";
import { truncate } from "../../shared/truncate.ts";
import { type Failure, failureLines, failureTitle } from "../failures/domain.ts";
import { proposalLinks } from "../failures/proposal-links.ts";
import { noticeLabel } from "../mail/templates/notice-label.ts";
import { timeText, windowText } from "../mail/templates/recipient-time.ts";
import type { NoticeContent } from "../outbox/queue.ts";
import type { ChannelEvent, ChannelRecipient, ChannelService, ProposalAbout } from "./channel.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { safeAddress } from "./link.ts";
import { plainMessage } from "./plain-message.ts";

const MAX_COMPONENTS = 20;
const MAX_COMPONENT_LIST_CHARACTERS = 1000;

/**
 * What every chat says, in the recipient's language. All of it is plain text that the service's own markup must escape.
 * Only `message` can be long: each service shortens it to what it takes.
 */
export interface ChatMessage {
  /** The same for all messages about one incident or maintenance. */
  title: string;
  color: StatusColor;
  /** Labels and times of the product's own: none of it comes from outside. */
  status: string | null;
  details: string[];
  components: { label: string; names: string[] } | null;
  message: string;
  button: Link;
  /** Names the service and the notice. */
  context: string;
  manage: Link | null;
  /** The notice that the message is about. */
  threadKey: string | null;
}

export interface Link {
  text: string;
  address: string;
}

export function chatMessage({ service, recipient, about }: ChannelEvent): ChatMessage {
  const name = truncate(cleanLine(service.name), MAX_NAME_CHARACTERS) || textsOf(recipient.language).service;
  const named = { ...service, name };
  if (about.type === "notice") return noticeMessage(named, about.content, recipient);
  if (about.type === "confirmation") return confirmationMessage(named, about.confirmLink, recipient);
  if (about.type === "failure") return failureMessage(named, about);
  if (about.type === "proposal") return proposalMessage(named, about, recipient);
  return testMessage(named, recipient);
}

function noticeMessage(
  service: ChannelService,
  content: NoticeContent,
  recipient: ChannelRecipient,
): ChatMessage {
  const { language, manageLink } = recipient;
  const mailTexts = mailTextsOf(language);
  const title = truncate(cleanLine(content.name), MAX_NAME_CHARACTERS) || kindText(content, language);
  const path = content.postmortem ? postmortemPath(content.noticeID) : noticePath(content);
  return {
    title,
    color: content.postmortem ? "grey" : noticeColors[content.status],
    status: noticeLabel(content, language),
    details: noticeDetails(content, recipient),
    components: componentSection(content, language),
    message: messageText(content, recipient),
    button: linkTo(`${service.statusPageURL}${path}`, mailTexts.readLink, language),
    context: interpolate(textsOf(language).labeledText, { label: service.name, text: title }),
    manage: linkTo(manageLink, chatTextsOf(language).manageLink, language),
    threadKey: `${content.kind}-${content.noticeID}`,
  };
}

function confirmationMessage(
  { name }: ChannelService,
  confirmLink: string,
  { language }: ChannelRecipient,
): ChatMessage {
  const { title, request, ifNotYou } = chatTextsOf(language).confirm;
  return {
    ...withoutNotice,
    title,
    message: `${interpolate(request, { service: name })}\n\n${ifNotYou}`,
    button: linkTo(confirmLink, mailTextsOf(language).confirm.button, language),
    context: name,
  };
}

function testMessage({ name, statusPageURL }: ChannelService, { language }: ChannelRecipient): ChatMessage {
  const { title, text } = chatTextsOf(language).test;
  return {
    ...withoutNotice,
    title,
    message: interpolate(text, { service: name }),
    button: linkTo(`${statusPageURL}/`, textsOf(language).backLink, language),
    context: name,
  };
}

/** Administrators read it, so it is in the console's language. */
function failureMessage(
  { name }: ChannelService,
  { failure, consoleLink }: { failure: Failure; consoleLink: string },
): ChatMessage {
  return {
    ...withoutNotice,
    title: failureTitle(failure),
    color: failure.type === "metrics_working" || failure.type === "alerts_over" ? "green" : "orange",
    message: cleanText(failureLines(failure).join("\n")),
    button: { text: "Open the console", address: safeAddress(consoleLink) },
    context: name,
  };
}

/** Says what the incident would. Nothing that comes from outside is in its status and details. */
function proposalMessage(
  service: ChannelService,
  { proposal: { content, proposedBy }, consoleLink }: ProposalAbout,
  recipient: ChannelRecipient,
): ChatMessage {
  const { publishLink, discardLink } = proposalLinks(consoleLink, content.noticeID);
  return {
    ...noticeMessage(service, content, { ...recipient, language: "en" }),
    status: `Proposal: ${content.status}`,
    details: ["Visitors don't see it yet."],
    button: { text: "Check and publish", address: safeAddress(publishLink) },
    context: `${service.name}: proposed ${truncate(cleanLine(proposedByText(proposedBy)), MAX_NAME_CHARACTERS)}`,
    manage: { text: "Discard", address: safeAddress(discardLink) },
    threadKey: null,
  };
}

const withoutNotice = {
  color: "blue",
  status: null,
  details: [],
  components: null,
  manage: null,
  threadKey: null,
} satisfies Partial<ChatMessage>;

function linkTo(address: string, text: string, language: Language): Link {
  return { text, address: safeAddress(withLanguage(address, language)) };
}

function kindText({ kind, first, postmortem, reminder }: NoticeContent, language: Language): string {
  const texts = mailTextsOf(language);
  if (reminder) return texts.reminder;
  if (postmortem) return texts.postmortem;
  if (kind === "incident") return first ? texts.newIncident : texts.incident;
  return first ? texts.newMaintenance : texts.maintenance;
}

function noticeDetails(content: NoticeContent, recipient: ChannelRecipient): string[] {
  const { language } = recipient;
  const { startAt, endAt, movedFrom, postedAt, reminder } = content;
  const texts = mailTextsOf(language);
  return [
    kindText(content, language),
    ...(startAt !== null && endAt !== null
      ? [`${texts.scheduledForLabel} ${windowText({ startAt, endAt }, recipient)}`]
      : []),
    ...(movedFrom ? [`${texts.movedFromLabel} ${windowText(movedFrom, recipient)}`] : []),
    ...(reminder ? [] : [`${texts.postedLabel} ${timeText(postedAt, recipient)}`]),
  ];
}

function componentSection(content: NoticeContent, language: Language): ChatMessage["components"] {
  const { components, postmortem } = content;
  if (components.length === 0) return null;
  const texts = textsOf(language);
  const phase = noticePhase(content);
  // A scheduled maintenance hasn't changed any status yet, and a write-up is about the past.
  const showsStatus = phase !== "planned" && !postmortem;
  const all = components.slice(0, MAX_COMPONENTS).map(({ name, status, deleted }) => {
    const label = truncate(cleanLine(name), MAX_NAME_CHARACTERS) || texts.componentKind;
    if (deleted) return `${label} (${texts.deletedNote})`;
    return showsStatus ? interpolate(texts.labeledText, { label, text: texts.states[status] }) : label;
  });
  let characters = 0;
  const shown = all.filter((text) => {
    characters += text.length;
    return characters <= MAX_COMPONENT_LIST_CHARACTERS;
  });
  const more = components.length - shown.length;
  return {
    label: phase === "past" ? texts.affectedComponents : texts.affectsComponents,
    names: more > 0 ? [...shown, plural(language, texts.moreComponents, more)] : shown,
  };
}

function messageText(content: NoticeContent, recipient: ChannelRecipient): string {
  const { language } = recipient;
  const { message, postmortem, lastUpdate } = content;
  if (message) return plainMessage(message, postmortem ? "document" : "message");
  if (!lastUpdate) return "";
  const time = timeText(lastUpdate.postedAt, recipient);
  return `${textsOf(language).states[lastUpdate.status]} ${time}\n${plainMessage(lastUpdate.message)}`;
}
