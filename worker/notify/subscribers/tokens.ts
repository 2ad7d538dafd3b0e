import { newID } from "../../storage/ids.ts";
import { hmac } from "../../storage/secret-key.ts";
import type { StoredSubscriber } from "./store.ts";

export interface Tokens {
  /** Allows confirming, reading, changing and ending the subscription. */
  manage: string;
  /** Allows only ending the subscription, and reveals nothing about it. */
  unsubscribe: string;
}

export type Access = keyof Tokens;

const form = /^[0-9a-f]{64}$/;

export function isToken(text: string): boolean {
  return form.test(text);
}

export async function computeTokens(
  env: Env,
  { subscriberID, tokenVersion }: Pick<StoredSubscriber, "subscriberID" | "tokenVersion">,
): Promise<Tokens> {
  const text = `${subscriberID} ${tokenVersion}`;
  const [manage, unsubscribe] = await Promise.all([
    hmac(env, "subscription-token", text),
    hmac(env, "unsubscribe-token", text),
  ]);
  return { manage, unsubscribe };
}

/** Takes the same time for right and wrong tokens, and for known and unknown subscribers. */
export async function checkToken(
  env: Env,
  subscriber: StoredSubscriber | undefined,
  token: string,
): Promise<Access | undefined> {
  const tokens = await computeTokens(env, subscriber ?? { subscriberID: newID(), tokenVersion: 0 });
  const isManage = isSame(token, tokens.manage);
  const isUnsubscribe = isSame(token, tokens.unsubscribe);
  if (isManage) return "manage";
  return isUnsubscribe ? "unsubscribe" : undefined;
}

function isSame(given: string, known: string): boolean {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(known)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}
