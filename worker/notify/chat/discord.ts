import type { RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";
import { tones } from "../../../web/status/views/notice/state-tones.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { Channel } from "./channel.ts";
import { type ChatMessage, chatMessage, type Link } from "./chat-message.ts";
import { ownsAddress } from "./domain.ts";
import { splitAtAddresses } from "./link.ts";
import { shorten } from "./shorten.ts";

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const MAX_TITLE_CHARACTERS = 256;
const MAX_DESCRIPTION_CHARACTERS = 4096;
/** Discord takes 2,048, but 6,000 in all of an embed, of which title and description leave more than these. */
const MAX_FOOTER_CHARACTERS = 500;

export const discord: Channel = {
  name: "discord",
  owns: ownsAddress.discord,
  body: (event) => discordMessage(chatMessage(event)),
  // Unknown Webhook and Invalid Webhook Token:
  // https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
  isGone: (status, text) =>
    (status === 404 && /"code":\s*10015\b/.test(text)) || (status === 401 && /"code":\s*50027\b/.test(text)),
  // Five in two seconds: https://github.com/discord/discord-api-docs/issues/367
  minGapMs: (2 * SECOND_MS) / 5,
};

function discordMessage(chat: ChatMessage): RESTPostAPIWebhookWithTokenJSONBody {
  const { title, color, button, context, message } = chat;
  const short = shorten(message, MAX_DESCRIPTION_CHARACTERS, (text) => embedDescription(chat, text).length);
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeShortened(title, MAX_TITLE_CHARACTERS),
        url: button.address,
        color: Number.parseInt(tones[color].slice(1), 16),
        description: embedDescription(chat, short),
        // Discord doesn't format a footer.
        footer: { text: shorten(context, MAX_FOOTER_CHARACTERS, ({ length }) => length) },
      },
    ],
  };
}

function embedDescription(
  { status, details, components, button, manage }: ChatMessage,
  message: string,
): string {
  const sections = [
    status === null ? "" : `**${status}**\n${details.join("\n")}`,
    components ? `**${components.label}**\n${components.names.map(escapeMarkdown).join("\n")}` : "",
    splitAtAddresses(message)
      .map(({ text, address }) => (address === undefined ? escapeMarkdown(text) : `<${address}>`))
      .join(""),
    `**${discordLink(button)}**`,
    manage ? `-# ${discordLink(manage)}` : "",
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

function discordLink({ text, address }: Link): string {
  return `[${text}](${address})`;
}

function escapeShortened(text: string, max: number): string {
  return escapeMarkdown(shorten(text, max, (shortened) => escapeMarkdown(shortened).length));
}

/** Escapes formatting, mentions and addresses, and what makes a line an item of a list. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|<>[\]#@:]/g, "\\$&").replace(/^([ \t]*\d*)([-+.])/gm, "$1\\$2");
}
