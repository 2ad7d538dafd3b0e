import { interpolate } from "../../../../web/shared/interpolate.ts";
import { textsOf } from "../../../../web/status/texts/all-texts.ts";
import type { Language } from "../../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../../web/status/texts/mail/texts.ts";
import type { NoticeContent } from "../../outbox/queue.ts";
import { formatTimeLeft } from "./time-left.ts";

/** What a message says first: usually the notice's status. */
export function noticeLabel(
  { status, postmortem, movedFrom, reminder, startAt, postedAt }: NoticeContent,
  language: Language,
): string {
  const texts = mailTextsOf(language);
  if (movedFrom) return texts.newTime;
  if (reminder && startAt !== null) {
    const now = Math.max(Date.now(), Date.parse(postedAt));
    return interpolate(texts.starts, { when: formatTimeLeft(Date.parse(startAt) - now, language) });
  }
  return postmortem ? textsOf(language).postmortemKind : textsOf(language).states[status];
}
