import { importX509 } from "jose";
import { endpointOf } from "../../http/endpoint.ts";
import { Refusal, unavailable } from "../../http/errors.ts";
import { readAnswer } from "../../http/read-body.ts";
import { KiB } from "../../storage/domain.ts";
import type { TopicMessage } from "./schema.ts";

/**
 * Where the topic's region answers: its certificates come from there and nowhere else. Not any host that looks like
 * it, since a storage bucket's can be made to.
 */
export function serviceOrigin(env: Env): string {
  const [, , service, region = ""] = env.MAIL_TOPIC_ARN.split(":");
  if (service !== "sns" || !/^[a-z0-9-]+$/.test(region)) {
    throw new Refusal(403, "No topic is configured: put its ARN into MAIL_TOPIC_ARN in wrangler.toml.");
  }
  const domain = env.MAIL_TOPIC_ARN.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  return endpointOf(env, "SNS_ENDPOINT", `https://sns.${region}.${domain}`);
}

/**
 * Lets pass what the service itself has signed.
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 * @throws Refusal 403; 503 while the certificate is out of reach
 */
export async function requireSignature(env: Env, message: TopicMessage): Promise<void> {
  const { SigningCertURL } = message;
  const path = pathAtService(env, SigningCertURL);
  if (!/^\/SimpleNotificationService-[0-9A-Za-z]{1,100}\.pem$/.test(path)) throw forged();
  const hash = message.SignatureVersion === "1" ? "SHA-1" : "SHA-256";
  const key = await signingKey(SigningCertURL, hash);
  const signature = Uint8Array.fromBase64(message.Signature);
  const signed = new TextEncoder().encode(signedText(message));
  if (!(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed))) throw forged();
}

/**
 * Path and query of an address at the service. Compared as text: parsing a URL that a stranger sends costs the square of
 * its host's length.
 * @throws Refusal 403 for an address elsewhere
 */
export function pathAtService(env: Env, address: string): string {
  const origin = serviceOrigin(env);
  if (!address.startsWith(`${origin}/`)) throw forged();
  return address.slice(origin.length);
}

/** The fields in this order, each with its name before it, a line each. */
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

/** Amazon's have 2 KB. */
const MAX_CERTIFICATE_BYTES = 64 * KiB;

/** By certificate and hash; the service changes its certificate about once a year. */
const keys = new Map<string, Promise<CryptoKey>>();

function signingKey(url: string, hash: string): Promise<CryptoKey> {
  const id = `${hash} ${url}`;
  const kept = keys.get(id) ?? fetchKey(url, hash);
  if (keys.size >= 10) keys.clear();
  keys.set(id, kept);
  kept.catch(() => keys.delete(id));
  return kept;
}

async function fetchKey(url: string, hash: string): Promise<CryptoKey> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  if (response.status >= 500) throw unavailable(new Error(`${url} answered with status ${response.status}.`));
  if (!response.ok) throw forged();
  // jose knows no SHA-1, which the service signs with unless a topic is told otherwise: the key itself is the same.
  const known = await readAnswer(response, MAX_CERTIFICATE_BYTES)
    .then((certificate) => importX509(certificate, "RS256", { extractable: true }))
    .catch(() => {
      throw forged();
    });
  const spki = await crypto.subtle.exportKey("spki", known);
  return crypto.subtle.importKey("spki", spki as ArrayBuffer, { name: "RSASSA-PKCS1-v1_5", hash }, false, [
    "verify",
  ]);
}

export function forged(): Refusal {
  return new Refusal(403, "The message is not signed by the configured topic.");
}
