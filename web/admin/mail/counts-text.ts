import { type ChannelName, channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { MailMessages } from "../../../worker/notify/mail/schema.ts";

export type Message = MailMessages["messages"][number];

const states = ["sent", "failed", "waiting", "withdrawn"] as const;
export type Counts = Pick<Message, (typeof states)[number]>;

/** One entry for each channel that a message went to. Email is the first. */
export function channelCounts(message: Message): (Counts & { channel: ChannelName })[] {
  const { sent, failed, waiting, withdrawn } = message;
  const email = { channel: "email" as const, sent, failed, waiting, withdrawn };
  return [...(hasAny(email) ? [email] : []), ...message.channels.filter(hasAny)];
}

function hasAny(counts: Counts): boolean {
  return states.some((state) => counts[state] > 0);
}

/** `Email 410 of 412, 2 failed` */
export function channelCountsText({
  channel,
  sent,
  failed,
  waiting,
  withdrawn,
}: ReturnType<typeof channelCounts>[number]) {
  const number = (count: number) => count.toLocaleString("en-US");
  const rest = [
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(withdrawn > 0 ? [`${number(withdrawn)} withdrawn`] : []),
  ];
  const all = sent + failed + waiting + withdrawn;
  return [`${channelTitles[channel].title} ${number(sent)} of ${number(all)}`, ...rest].join(", ");
}

/** `Sending… 0 of 2` while any channel waits, and then `Sent to 2 ✓`, or how many failed. */
export function totalText(channels: readonly Counts[]): string {
  const sum = (state: keyof Counts) => channels.reduce((total, counts) => total + counts[state], 0);
  const number = (count: number) => count.toLocaleString("en-US");
  const [sent, failed, waiting, withdrawn] = [sum("sent"), sum("failed"), sum("waiting"), sum("withdrawn")];
  const all = sent + failed + waiting + withdrawn;
  const rest = [
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(withdrawn > 0 ? [`${number(withdrawn)} withdrawn`] : []),
  ];
  if (waiting > 0) return [`Sending… ${number(sent)} of ${number(all)}`, ...rest].join(", ");
  return rest.length > 0 ? [`Sent to ${number(sent)}`, ...rest].join(", ") : `Sent to ${number(sent)} ✓`;
}

/** `Email 410/412, 2 failed` */
export function shortCountsText({ channel, ...counts }: ReturnType<typeof channelCounts>[number]): string {
  const number = (count: number) => count.toLocaleString("en-US");
  const all = states.reduce((sum, state) => sum + counts[state], 0);
  const rest = states
    .filter((state) => state !== "sent" && counts[state] > 0)
    .map((state) => `, ${number(counts[state])} ${state}`);
  return `${channelTitles[channel].title} ${number(counts.sent)}/${number(all)}${rest.join("")}`;
}

/** `1 sent, 0 failed, 0 waiting` */
export function countsText(counts: Counts): string {
  return states
    .filter((state) => state !== "withdrawn" || counts.withdrawn > 0)
    .map((state) => `${counts[state]} ${state}`)
    .join(", ");
}
