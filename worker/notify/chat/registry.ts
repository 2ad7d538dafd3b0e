import { toLanguage } from "../../../web/status/texts/languages.ts";
import { knownZoneOrUTC } from "../../shared/time/known-zone.ts";
import { chatChannels } from "./all.ts";
import type { Channel, ChannelRecipient } from "./channel.ts";
import type { EndpointChannelName } from "./domain.ts";

export function channelOf(address: URL): EndpointChannelName {
  return chatChannels.find((channel) => channel.owns(address))?.name ?? "webhook";
}

/** @returns undefined for webhooks and email */
export function chatChannel(name: string): Channel | undefined {
  return chatChannels.find((channel) => channel.name === name);
}

export function toRecipient(
  { language, timeZone }: { language: string; timeZone: string },
  manageLink: string,
): ChannelRecipient {
  return { language: toLanguage(language), timeZone: knownZoneOrUTC(timeZone), manageLink };
}
