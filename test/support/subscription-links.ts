import { createHmac, hkdfSync } from "node:crypto";

/** SECRET_KEY of every test's Worker: one that is started again reads what it has stored. */
export const secretKey =
  "the same for every test, so that a Worker that is started again reads what it has stored";

interface Linked {
  subscriber_id: string;
  token_version: number;
}

/** The path that the links in a subscriber's mails begin with. It is derived here once more, past the Worker's code. */
export function linkOf(subscriber: Linked): string {
  return `/subscriptions/${subscriber.subscriber_id}/${tokenOf(subscriber)}`;
}

/** The path of the link that can only unsubscribe. */
export function leaveLinkOf(subscriber: Linked): string {
  return `/subscriptions/${subscriber.subscriber_id}/${derived("unsubscribe-token", subscriber)}/unsubscribe`;
}

export function tokenOf(subscriber: Linked): string {
  return derived("subscription-token", subscriber);
}

function derived(purpose: string, { subscriber_id, token_version }: Linked): string {
  return hmacOf(purpose, `${subscriber_id} ${token_version}`);
}

/** What the Worker stores of, or sends for, a text. */
export function hmacOf(purpose: string, text: string): string {
  const key = hkdfSync("sha256", secretKey, "", `daymark ${purpose} authentication`, 64);
  return createHmac("sha256", Buffer.from(key)).update(text).digest("hex");
}
