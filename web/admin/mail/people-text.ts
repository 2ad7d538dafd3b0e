import type { Recipients } from "../../../worker/mail/schema.ts";

function peopleText(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** Whether an update can be told to anybody. Unknown counts as yes. */
export function canTell(audience: Recipients | undefined): boolean {
  return !audience || audience.mailIsOn || audience.endpointsAreOn;
}

/** `12 people get an email. 3 webhooks and chat channels get a message.` Without an audience yet, it speaks of subscribers. */
export function whoGets(what: string, audience: Recipients | undefined): string {
  if (!audience) return `Subscribers get ${what}.`;
  const { mailIsOn, count, endpointsAreOn, endpointCount } = audience;
  const people = mailIsOn && count > 0 ? `${peopleText(count)} ${count === 1 ? "gets" : "get"} ${what}.` : "";
  const endpoints =
    endpointsAreOn && endpointCount > 0
      ? `${channelsText(endpointCount)} ${endpointCount === 1 ? "gets" : "get"} a message.`
      : "";
  return [people, endpoints].join(" ").trim() || "No one has subscribed to this.";
}

/** `12 people and 3 webhooks and chat channels will be told.` */
export function whoIsTold({ mailIsOn, count, endpointsAreOn, endpointCount }: Recipients): string {
  const told = [
    ...(mailIsOn && count > 0 ? [peopleText(count)] : []),
    ...(endpointsAreOn && endpointCount > 0 ? [channelsText(endpointCount)] : []),
  ];
  return told.length === 0 ? "No one has subscribed to this." : `${told.join(" and ")} will be told.`;
}

function channelsText(count: number): string {
  return count === 1
    ? "1 webhook or chat channel"
    : `${count.toLocaleString("en-US")} webhooks and chat channels`;
}
