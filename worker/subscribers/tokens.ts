import { sha256 } from "../storage/hash.ts";
import { newID } from "../storage/ids.ts";
import { hmac } from "../storage/secret-key.ts";
import type { StoredSubscriber } from "./store.ts";

/** In the links of a subscriber's mails: no token is stored. */
export interface Tokens {
  /** Whoever has it may confirm, read, change and end the subscription. */
  manage: string;
  /** Whoever has it may end the subscription, and learns nothing about it. */
  unsubscribe: string;
}

export type Access = keyof Tokens;

/** Of those derived today, and of those of before. */
const form = /^([0-9a-f]{64}|[0-9A-Za-z]{32})$/;

/** Whether a text has the form of a token, so that D1 need not be read for others. */
export function isToken(text: string): boolean {
  return form.test(text);
}

/** @throws Refusal 503 without SECRET_KEY */
export async function tokensOf(
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

/**
 * What the token lets its holder do with this subscription. A wrong one takes as long as a right one, and an unknown
 * subscriber as long as a known one.
 */
export async function accessOf(
  env: Env,
  subscriber: StoredSubscriber | undefined,
  token: string,
): Promise<Access | undefined> {
  const tokens = await tokensOf(env, subscriber ?? { subscriberID: newID(), tokenVersion: 0 });
  const { plainToken = "", oldTokenHash = "" } = subscriber ?? {};
  const oldHash = plainToken === "" ? oldTokenHash : await sha256(plainToken);
  const isOld = isSame(await sha256(token), oldHash);
  const isManage = isSame(token, tokens.manage);
  const isUnsubscribe = isSame(token, tokens.unsubscribe);
  if (isManage || isOld) return "manage";
  return isUnsubscribe ? "unsubscribe" : undefined;
}

function isSame(given: string, known: string): boolean {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(known)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}
