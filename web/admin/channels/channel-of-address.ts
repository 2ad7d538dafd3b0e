import { type ChannelName, ownsAddress } from "../../../worker/notify/chat/domain.ts";
import { isEmailAddress } from "../address-problems.ts";

const chatNames = ["slack", "discord", "teams", "google-chat"] as const;

/** Tells a form the channel of an address while it is typed. The API decides whether the address is allowed. */
export function detectChannel(input: string): ChannelName | undefined {
  const text = input.trim();
  if (isEmailAddress(text)) return "email";
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return chatNames.find((name) => ownsAddress[name](url)) ?? "webhook";
}
