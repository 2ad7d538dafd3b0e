import type { KnownBlock, MessageAttachment } from "@slack/types";
import { tones } from "../../../web/status/views/notice/state-tones.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { Channel } from "./channel.ts";
import { type ChatMessage, chatMessage, type Link } from "./chat-message.ts";
import { ownsAddress } from "./domain.ts";
import { shorten } from "./shorten.ts";

/** https://docs.slack.dev/reference/block-kit/blocks/header-block and section-block */
const MAX_HEADER_CHARACTERS = 150;
const MAX_SECTION_CHARACTERS = 3000;

/**
 * 403, 404: the app was removed, or the team or channel deleted. 410: the channel is archived. Others, such as
 * action_prohibited, no_active_hooks and team_disabled, can be lifted, so they count as failures.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 */
const goneErrors = ["no_service", "no_service_id", "no_team", "channel_not_found", "invalid_token"];

export const slack: Channel = {
  name: "slack",
  owns: ownsAddress.slack,
  body: (event) => slackMessage(chatMessage(event)),
  isGone: (status, text) =>
    status === 410 || ([403, 404].includes(status) && goneErrors.includes(text.trim())),
  // https://docs.slack.dev/apis/web-api/rate-limits: one message a second for each webhook
  minGapMs: SECOND_MS,
};

interface SlackMessage {
  text: string;
  mrkdwn: boolean;
  unfurl_links: boolean;
  unfurl_media: boolean;
  blocks: KnownBlock[];
  attachments: MessageAttachment[];
}

/** Only attachments have a color. `text` is what notifications and screen readers say, and all that a workflow gets. */
function slackMessage(chat: ChatMessage): SlackMessage {
  const { title, color, status, details, components, message, button, context, manage } = chat;
  const blocks: KnownBlock[] = [
    ...(status === null ? [] : [markup(`*${status}*\n${details.join("\n")}`)]),
    ...(components ? [plain([`${components.label}:`, ...components.names].join("\n"))] : []),
    ...(message === "" ? [] : [plain(message)]),
    markup(`*${slackLink(button)}*`),
    { type: "context", elements: [plainText(context, MAX_SECTION_CHARACTERS)] },
    ...(manage
      ? [{ type: "context", elements: [{ type: "mrkdwn", text: slackLink(manage) }] } satisfies KnownBlock]
      : []),
  ];
  const summary = [title, status, components?.names.join(", "), message].filter(Boolean).join("\n");
  return {
    text: `${escapeShortened(summary, MAX_SECTION_CHARACTERS)}\n${escapeMarkup(button.address)}`,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: "header", text: plainText(title, MAX_HEADER_CHARACTERS) }],
    attachments: [{ color: tones[color], fallback: escapeShortened(title, MAX_HEADER_CHARACTERS), blocks }],
  };
}

function plain(text: string): KnownBlock {
  return { type: "section", text: plainText(text, MAX_SECTION_CHARACTERS) };
}

/** Slack formats nothing in a plain_text, and `emoji` leaves codes such as :tada: as they are. */
function plainText(text: string, max: number) {
  return { type: "plain_text", text: escapeShortened(text, max), emoji: false } as const;
}

/** @param text must be the product's own */
function markup(text: string): KnownBlock {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

// A button would post to the app of the webhook, which most have no server for, so these are links.
function slackLink({ text, address }: Link): string {
  return `<${escapeMarkup(address)}|${text}>`;
}

function escapeShortened(text: string, max: number): string {
  return escapeMarkup(shorten(text, max, (shortened) => escapeMarkup(shortened).length));
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
