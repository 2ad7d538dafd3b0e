import { createHmac, hkdfSync } from "node:crypto";

/** All tests' Workers have the same SECRET_KEY, so that one that is started again can read what it stored. */
export const secretKey =
  "the same for every test, so that a Worker that is started again reads what it has stored";

interface SubscriberKey {
  subscriber_id: string;
  token_version: number;
}

/** Computes the path of the links in a subscriber's emails, without the Worker's code. */
export function linkOf(subscriber: SubscriberKey): string {
  return `/subscriptions/${subscriber.subscriber_id}/${tokenOf(subscriber)}`;
}

/** Computes the path of the link that can only unsubscribe. */
export function unsubscribeLinkOf(subscriber: SubscriberKey): string {
  return `/subscriptions/${subscriber.subscriber_id}/${deriveToken("unsubscribe-token", subscriber)}/unsubscribe`;
}

export function tokenOf(subscriber: SubscriberKey): string {
  return deriveToken("subscription-token", subscriber);
}

function deriveToken(purpose: string, { subscriber_id, token_version }: SubscriberKey): string {
  return expectedHmac(purpose, `${subscriber_id} ${token_version}`);
}

/** Computes the HMAC that the Worker stores or sends for a text. */
export function expectedHmac(purpose: string, text: string): string {
  const key = hkdfSync("sha256", secretKey, "", `daymark ${purpose} authentication`, 64);
  return createHmac("sha256", Buffer.from(key)).update(text).digest("hex");
}
