import { endpointURL } from "../endpoints/address.ts";
import { isPushService } from "./domain.ts";
import { importPublicKey, type ReceiverKeys } from "./encrypt.ts";

export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const base64url = { alphabet: "base64url" } as const;

/** @returns the address of a push service, without a fragment, or undefined for any other */
export function pushURL(env: Env, endpoint: string): URL | undefined {
  const url = endpointURL(env, endpoint);
  return url && (env.ALLOW_PRIVATE_ADDRESSES === "true" || isPushService(url)) ? url : undefined;
}

/** A subscription is stored as one address. The keys are its fragment, which no request has. */
export function toPushAddress(url: URL, { p256dh, auth }: BrowserSubscription["keys"]): string {
  const address = new URL(url);
  address.hash = `${p256dh}.${auth}`;
  return address.href;
}

export function parsePushAddress(address: string): { url: string; keys: ReceiverKeys } {
  const url = new URL(address);
  const [p256dh = "", auth = ""] = url.hash.slice(1).split(".");
  url.hash = "";
  return { url: url.href, keys: decodeKeys({ p256dh, auth }) };
}

export async function areKeysValid(keys: BrowserSubscription["keys"]): Promise<boolean> {
  try {
    await importPublicKey(decodeKeys(keys).p256dh);
    return true;
  } catch {
    return false;
  }
}

function decodeKeys({ p256dh, auth }: BrowserSubscription["keys"]): ReceiverKeys {
  return { p256dh: Uint8Array.fromBase64(p256dh, base64url), auth: Uint8Array.fromBase64(auth, base64url) };
}
