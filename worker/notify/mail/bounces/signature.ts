import { importX509 } from "jose";
import { endpointAddress } from "../../../http/endpoint.ts";
import { forbidden, type HttpError, unavailable } from "../../../http/errors.ts";
import { readText } from "../../../http/read-body.ts";
import { KiB } from "../../../shared/domain.ts";
import { HOUR_MS, MINUTE_MS } from "../../../shared/time/domain.ts";
import type { TopicMessage } from "./schema.ts";

/** Amazon SNS retries for an hour, so an older message is a replay. */
const MAX_AGE_MS = HOUR_MS;
const MAX_CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** @throws HttpError 403 for a message that isn't a fresh one that Amazon SNS has signed for this topic, or 503 */
export async function requireTopicMessage(env: Env, message: TopicMessage, topic: string): Promise<void> {
  if (message.TopicArn !== topic) throw untrusted();
  const ageMs = Date.now() - Date.parse(message.Timestamp);
  if (ageMs > MAX_AGE_MS || ageMs < -MAX_CLOCK_SKEW_MS)
    throw forbidden("The timestamp is too old or in the future.");
  await requireSignature(env, message);
}

/** Call it only for a message whose topic and signature were checked. @throws HttpError 403 for another host, or 503 */
export async function confirmSubscription(env: Env, message: TopicMessage): Promise<void> {
  if (message.Type !== "SubscriptionConfirmation") return;
  const { SubscribeURL, TopicArn } = message;
  requireServiceURL(env, SubscribeURL, TopicArn);
  const response = await fetch(SubscribeURL, { redirect: "manual", signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  if (!response.ok)
    throw unavailable(
      new Error(`Confirming the topic's subscription was answered with status ${response.status}.`),
    );
}

/** Certificates come only from this host. A looser pattern would also match storage buckets. @throws HttpError 403 for what is no topic */
function topicOrigin(env: Env, topic: string): string {
  const [, , service, region = ""] = topic.split(":");
  if (service !== "sns" || !/^[a-z0-9-]+$/.test(region)) throw untrusted();
  const domain = topic.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  return endpointAddress(env, "SNS_ENDPOINT", `https://sns.${region}.${domain}`);
}

/**
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 * @throws HttpError 403, or 503 if the certificate can't be fetched
 */
async function requireSignature(env: Env, message: TopicMessage): Promise<void> {
  const { SigningCertURL, TopicArn } = message;
  const path = requireServiceURL(env, SigningCertURL, TopicArn);
  if (!/^\/SimpleNotificationService-[0-9A-Za-z]{1,100}\.pem$/.test(path)) throw untrusted();
  const hash = message.SignatureVersion === "1" ? "SHA-1" : "SHA-256";
  const key = await signingKey(SigningCertURL, hash);
  const signature = Uint8Array.fromBase64(message.Signature);
  const signed = new TextEncoder().encode(signedText(message));
  if (!(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed))) throw untrusted();
}

/** Compares text, because parsing a URL takes time quadratic in its host's length. @throws HttpError 403 for another host */
function requireServiceURL(env: Env, address: string, topic: string): string {
  const origin = topicOrigin(env, topic);
  if (!address.startsWith(`${origin}/`)) throw untrusted();
  return address.slice(origin.length);
}

function signedText(message: TopicMessage): string {
  const { Message, MessageId, Timestamp, TopicArn, Type } = message;
  const fields =
    message.Type === "Notification"
      ? { Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type }
      : {
          Message,
          MessageId,
          SubscribeURL: message.SubscribeURL,
          Timestamp,
          Token: message.Token,
          TopicArn,
          Type,
        };
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined || value === null ? "" : `${name}\n${value}\n`))
    .join("");
}

const MAX_CERTIFICATE_BYTES = 64 * KiB;

/** The keys of the map are a hash and the certificate's URL. Amazon changes its certificate about once a year. */
const keys = new Map<string, Promise<CryptoKey>>();

function signingKey(url: string, hash: string): Promise<CryptoKey> {
  const id = `${hash} ${url}`;
  const key = keys.get(id) ?? fetchKey(url, hash);
  if (keys.size >= 10) keys.clear();
  keys.set(id, key);
  key.catch(() => keys.delete(id));
  return key;
}

async function fetchKey(url: string, hash: string): Promise<CryptoKey> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  if (response.status >= 500) throw unavailable(new Error(`${url} answered with status ${response.status}.`));
  if (!response.ok) throw untrusted();
  // jose doesn't support SHA-1, the default of topics, so the same key is imported again for its hash.
  const publicKey = await readText(response, MAX_CERTIFICATE_BYTES)
    .then((certificate) => importX509(certificate, "RS256", { extractable: true }))
    .catch(() => {
      throw untrusted();
    });
  const spki = await crypto.subtle.exportKey("spki", publicKey);
  return crypto.subtle.importKey("spki", spki as ArrayBuffer, { name: "RSASSA-PKCS1-v1_5", hash }, false, [
    "verify",
  ]);
}

export function untrusted(): HttpError {
  return forbidden("The message is not signed by the configured topic.");
}
