import { forbidden, type HttpError } from "../../../http/errors.ts";
import type { MailProviderID } from "../../../settings/mail/domain.ts";
import { readSettings } from "../../../settings/store.ts";
import { MINUTE_MS, SECOND_MS } from "../../../shared/time/domain.ts";
import type { Db } from "../../../storage/db.ts";
import { decrypt } from "../../../storage/secret-key.ts";

/** Svix signs each try anew, so an older one is a replay. */
const MAX_AGE_MS = 5 * MINUTE_MS;
const MAX_HEADER_CHARACTERS = 1000;
/** There are two while a secret is replaced. */
const MAX_SIGNATURES = 5;

const encoder = new TextEncoder();

export interface SvixHeaders {
  id: string;
  timestamp: string;
  signature: string;
}

/**
 * Resend signs with Svix. Call it before the body is read.
 * @see https://docs.svix.com/receiving/verifying-payloads/how-manual
 * @throws HttpError 403
 */
export function requireFreshHeaders({ id, timestamp, signature }: SvixHeaders): void {
  const isValid =
    /^[\w.-]{1,100}$/.test(id) && /^\d{1,12}$/.test(timestamp) && signature.length <= MAX_HEADER_CHARACTERS;
  const ageMs = Date.now() - Number(timestamp) * SECOND_MS;
  if (!isValid || Math.abs(ageMs) > MAX_AGE_MS) throw untrustedSender();
}

/** @throws HttpError 403, which doesn't tell whether there is a secret */
export async function requireSvixSignature(
  env: Env,
  db: Db,
  { id, timestamp, signature }: SvixHeaders,
  text: string,
): Promise<void> {
  const secret = Uint8Array.fromBase64((await readSecret(env, db, "resend")).replace(/^whsec_/, ""));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  const signed = encoder.encode(`${id}.${timestamp}.${text}`);
  for (const each of signature.split(" ", MAX_SIGNATURES).flatMap(toSignature))
    if (await crypto.subtle.verify("HMAC", key, each, signed)) return;
  throw untrustedSender();
}

function toSignature(text: string): Uint8Array<ArrayBuffer>[] {
  const base64 = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  return base64 === undefined ? [] : [Uint8Array.fromBase64(base64)];
}

/**
 * Postmark signs nothing. It sends the user and password of the webhook's address.
 * @see https://postmarkapp.com/developer/webhooks/webhooks-overview#protecting-your-webhook
 * @throws HttpError 403, which doesn't tell whether there is a password
 */
export async function requirePassword(env: Env, db: Db, header: string): Promise<void> {
  const base64 =
    header.length > MAX_HEADER_CHARACTERS ? undefined : /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1];
  const credentials = base64 === undefined ? "" : decodeBase64(base64);
  const colon = credentials.indexOf(":");
  if (colon === -1) throw untrustedSender();
  const expected = await digest(await readSecret(env, db, "postmark"));
  if (!crypto.subtle.timingSafeEqual(await digest(credentials.slice(colon + 1)), expected))
    throw untrustedSender();
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text));
  } catch {
    return "";
  }
}

function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", encoder.encode(text));
}

async function readSecret(env: Env, db: Db, provider: MailProviderID): Promise<string> {
  const { mailProvider, mailWebhookSecret } = await readSettings(db);
  if (mailProvider !== provider || mailWebhookSecret === "") throw untrustedSender();
  const secret = await decrypt(env, "mail-webhook-secret", mailWebhookSecret);
  if (secret === undefined) throw untrustedSender();
  return secret;
}

function untrustedSender(): HttpError {
  return forbidden("Untrusted sender.");
}
