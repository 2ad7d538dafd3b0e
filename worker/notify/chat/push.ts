import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { languages } from "../../../web/status/texts/languages.ts";
import { withLanguage } from "../../../web/status/views/language.tsx";
import { MAX_NAME_CHARACTERS } from "../../notices/domain.ts";
import { DAY_SECONDS, SECOND_MS } from "../../shared/time/domain.ts";
import { truncate } from "../../shared/truncate.ts";
import type { NoticeContent } from "../outbox/queue.ts";
import type { PushMessage } from "../push/domain.ts";
import type { ChannelRecipient, ChannelService } from "./channel.ts";
import { chatMessage } from "./chat-message.ts";
import { cleanLine } from "./clean-text.ts";
import { shorten } from "./shorten.ts";

/** Notifications show a few lines. */
const MAX_BODY_CHARACTERS = 500;
const MAX_COMPONENTS = 5;

export function pushMessage(
  service: ChannelService,
  content: NoticeContent,
  recipient: ChannelRecipient,
  maxBytes: number,
): string {
  const chat = chatMessage({
    service,
    recipient,
    about: { type: "notice", content },
  });
  const { pathname, search } = new URL(chat.button.address);
  const summary = [chat.status, chat.components?.names.slice(0, MAX_COMPONENTS).join(", "), chat.message]
    .filter(Boolean)
    .join("\n");
  const { language } = recipient;
  const withBody = (body: string): PushMessage => ({
    title: chat.title,
    body,
    path: pathname + search,
    tag: content.noticeID,
    lang: language,
    dir: languages[language].dir,
  });
  const json = (body: string) => JSON.stringify(withBody(body));
  const short = shorten(summary, MAX_BODY_CHARACTERS, ({ length }) => length);
  return json(shorten(short, maxBytes, (body) => new TextEncoder().encode(json(body)).length));
}

/** Tells the visitor that it worked. Browsers allow no message that shows nothing. */
export function firstPushMessage(service: ChannelService, { language }: ChannelRecipient): string {
  const texts = textsOf(language);
  const message: PushMessage = {
    title: truncate(cleanLine(service.name), MAX_NAME_CHARACTERS) || texts.service,
    body: texts.push.on,
    path: withLanguage("/", language),
    tag: "first",
    lang: language,
    dir: languages[language].dir,
  };
  return JSON.stringify(message);
}

/**
 * How long a push service keeps a message for a browser that is offline, and whether it wakes a device that saves energy.
 * Of the messages about one notice, it keeps the newest.
 * @see https://www.rfc-editor.org/rfc/rfc8030#section-5
 */
export function pushHeaders({ kind, noticeID, reminder, startAt }: NoticeContent, now: number) {
  const secondsToStart = Math.floor((Date.parse(startAt ?? "") - now) / SECOND_MS);
  const ttl = reminder ? Math.min(Math.max(0, secondsToStart), DAY_SECONDS) : DAY_SECONDS;
  return { TTL: `${ttl}`, Urgency: kind === "incident" ? "high" : "normal", Topic: noticeID };
}
