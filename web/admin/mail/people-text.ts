import type { Recipients } from "../../../worker/mail/schema.ts";

function peopleText(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** Returns whether an update can be sent to subscribers. If that isn't known yet, it counts as true. */
export function hasAudience(audience: Recipients | undefined): boolean {
  return !audience || audience.mailIsOn || audience.endpointsAreOn;
}

/**
 * `12 people get an email. 3 webhooks, chat channels and browsers get a message.` While the audience is unknown, it says "Subscribers".
 */
export function recipientsText(what: string, audience: Recipients | undefined): string {
  if (!audience) return `Subscribers get ${what}.`;
  const { mailIsOn, count, endpointsAreOn, endpointCount } = audience;
  const people = mailIsOn && count > 0 ? `${peopleText(count)} ${count === 1 ? "gets" : "get"} ${what}.` : "";
  const endpoints = endpointsAreOn && endpointCount > 0 ? channelsGetText(endpointCount) : "";
  return [people, endpoints].join(" ").trim() || "No one has subscribed to this.";
}

/** `12 people and 3 webhooks, chat channels and browsers will be notified.` */
export function notifiedText({ mailIsOn, count, endpointsAreOn, endpointCount }: Recipients): string {
  const recipients = [
    ...(mailIsOn && count > 0 ? [peopleText(count)] : []),
    ...(endpointsAreOn && endpointCount > 0 ? [channelsText(endpointCount)] : []),
  ];
  return recipients.length === 0
    ? "No one has subscribed to this."
    : `${recipients.join(" and ")} will be notified.`;
}

/** `3 webhooks and chat channels get a message.` */
export function channelsGetText(count: number): string {
  if (count === 0) return "No webhook or chat channel has subscribed to this.";
  return `${channelsText(count)} ${count === 1 ? "gets" : "get"} a message.`;
}

function channelsText(count: number): string {
  return count === 1
    ? "1 webhook, chat channel or browser"
    : `${count.toLocaleString("en-US")} webhooks, chat channels and browsers`;
}
