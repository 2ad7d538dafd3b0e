/// <reference types="@maxim_mazurok/gapi.client.chat-v1" />
import { tones } from "../../../web/status/views/notice/state-tones.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { Channel } from "./channel.ts";
import { type ChatMessage, chatMessage, type Link } from "./chat-message.ts";
import { ownsAddress } from "./domain.ts";
import { splitAtAddresses } from "./link.ts";
import { shorten } from "./shorten.ts";

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
const MAX_BYTES = 32_000;
const MAX_FALLBACK_CHARACTERS = 1000;

export const googleChat: Channel = {
  name: "google-chat",
  owns: ownsAddress["google-chat"],
  body: (event) => googleChatMessage(chatMessage(event)),
  /** Without this parameter, Google Chat ignores the thread key: each update would start a thread. */
  postAddress(address) {
    const url = new URL(address);
    url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
    return url;
  },
  // The space or its webhook was deleted: NOT_FOUND in https://cloud.google.com/apis/design/errors#handling_errors
  isGone: (status, text) => status === 404 && /"status":\s*"NOT_FOUND"/.test(text),
  // https://developers.google.com/workspace/chat/limits: 60 a minute for each space
  minGapMs: SECOND_MS,
};

type Message = gapi.client.chat.Message;
type Widget = gapi.client.chat.GoogleAppsCardV1Widget;

function googleChatMessage(chat: ChatMessage): Message {
  return messageWith(
    chat,
    shorten(chat.message, MAX_BYTES, (text) => messageBytes(messageWith(chat, text))),
  );
}

function messageWith(chat: ChatMessage, message: string): Message {
  const { title, status, components, threadKey } = chat;
  const summary = [title, status, components?.names.join(", "), message].filter(Boolean).join("\n");
  return {
    cardsV2: [
      { cardId: threadKey ?? "message", card: { sections: [{ widgets: toWidgets(chat, message) }] } },
    ],
    // In texts outside of cards, <users/all> would mention.
    fallbackText: shorten(summary, MAX_FALLBACK_CHARACTERS, ({ length }) => length).replaceAll("<", "‹"),
    ...(threadKey === null ? {} : { thread: { threadKey } }),
  };
}

function toWidgets(chat: ChatMessage, message: string): Widget[] {
  const { title, color, status, details, components, button, context, manage } = chat;
  return [
    paragraph([
      `<b>${escapeHTML(title)}</b>`,
      ...(status === null ? [] : [`<font color="${tones[color]}"><b>${escapeHTML(status)}</b></font>`]),
      ...details.map(escapeHTML),
    ]),
    ...(components
      ? [paragraph([`<b>${escapeHTML(components.label)}</b>`, ...components.names.map(escapeHTML)])]
      : []),
    ...(message === "" ? [] : [paragraph([messageHTML(message)])]),
    { buttonList: { buttons: [{ text: button.text, onClick: { openLink: { url: button.address } } }] } },
    paragraph([escapeHTML(context), ...(manage ? [htmlLink(manage)] : [])]),
  ];
}

/** https://developers.google.com/workspace/chat/format-messages#card-formatting */
function paragraph(lines: string[]): Widget {
  return { textParagraph: { text: lines.join("\n") } };
}

function messageHTML(message: string): string {
  return splitAtAddresses(message)
    .map(({ text, address }) => (address === undefined ? escapeHTML(text) : htmlLink({ text, address })))
    .join("");
}

function htmlLink({ text, address }: Link): string {
  return `<a href="${escapeHTML(address)}">${escapeHTML(text)}</a>`;
}

function escapeHTML(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function messageBytes(message: Message): number {
  return new TextEncoder().encode(JSON.stringify(message)).length;
}
