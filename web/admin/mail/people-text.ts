import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { Recipients } from "../../../worker/notify/mail/schema.ts";

function peopleText(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** Returns whether an update can be sent to anyone. If that isn't known yet, it counts as true. */
export function hasAudience(audience: Recipients | undefined): boolean {
  return !audience || audience.mailIsOn || audience.endpointsAreOn || audience.teamChannels.length > 0;
}

/** `12 people get an email. 3 Slack channels get a message.` While the audience is unknown, it says "Subscribers". */
export function recipientsText(what: string, audience: Recipients | undefined): string {
  return recipientLines(what, audience).join(" ");
}

/** A sentence for each channel, and one for the team's own. */
export function recipientLines(what: string, audience: Recipients | undefined): string[] {
  if (!audience) return [`Subscribers get ${what}.`];
  const { mailIsOn, count, teamChannels } = audience;
  const lines = [
    ...(mailIsOn && count > 0 ? [`${peopleText(count)} ${count === 1 ? "gets" : "get"} ${what}.`] : []),
    ...channelLines(audience),
    ...(teamChannels.length > 0
      ? [`${teamText(teamChannels)} ${teamChannels.length === 1 ? "gets" : "get"} it, too.`]
      : []),
  ];
  return lines.length > 0 ? lines : ["No one has subscribed to this."];
}

/** `12 people and 3 Slack channels will be notified.` */
export function notifiedText(audience: Recipients): string {
  const { mailIsOn, count, teamChannels } = audience;
  const recipients = [
    ...(mailIsOn && count > 0 ? [peopleText(count)] : []),
    ...countedChannels(audience).map(({ text }) => text),
    ...(teamChannels.length > 0 ? [teamText(teamChannels)] : []),
  ];
  return recipients.length === 0
    ? "No one has subscribed to this."
    : `${joinWithAnd(recipients)} will be notified.`;
}

/** `3 Slack channels get a message.` for each channel that has any. */
export function channelLines(audience: Recipients): string[] {
  return countedChannels(audience).map(
    ({ text, count }) => `${text} ${count === 1 ? "gets" : "get"} a message.`,
  );
}

function countedChannels({ endpointsAreOn, channels }: Recipients): { text: string; count: number }[] {
  if (!endpointsAreOn) return [];
  return channels.map(({ channel, count }) => {
    const { counted } = channelTitles[channel];
    return { text: `${count.toLocaleString("en-US")} ${count === 1 ? counted : `${counted}s`}`, count };
  });
}

const MAX_NAMED = 3;

/** `Operations and On call` or `5 team channels` */
function teamText(names: string[]): string {
  return names.length > MAX_NAMED ? `${names.length} team channels` : joinWithAnd(names);
}

function joinWithAnd(texts: string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction", style: "long" })
    .format(texts)
    .replace(/, and /, " and ");
}
