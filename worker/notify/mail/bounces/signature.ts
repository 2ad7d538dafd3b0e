import { importX509 } from "jose";
import { endpointAddress } from "../../../http/endpoint.ts";
import { forbidden, type HttpError, unavailable } from "../../../http/errors.ts";
import { readText } from "../../../http/read-body.ts";
import { KiB } from "../../../shared/domain.ts";
import type { TopicMessage } from "./schema.ts";

/** Certificates come only from this host. A looser pattern would also match storage buckets. */
export function topicOrigin(env: Env): string {
  const [, , service, region = ""] = env.MAIL_TOPIC_ARN.split(":");
  if (service !== "sns" || !/^[a-z0-9-]+$/.test(region)) {
    throw forbidden("No topic is configured: put its ARN into MAIL_TOPIC_ARN in wrangler.toml.");
  }
  const domain = env.MAIL_TOPIC_ARN.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  return endpointAddress(env, "SNS_ENDPOINT", `https://sns.${region}.${domain}`);
}

/**
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 * @throws HttpError 403, or 503 if the certificate can't be fetched
 */
export async function requireSignature(env: Env, message: TopicMessage): Promise<void> {
  const { SigningCertURL } = message;
  const path = requireServiceURL(env, SigningCertURL);
  if (!/^\/SimpleNotificationService-[0-9A-Za-z]{1,100}\.pem$/.test(path)) throw untrusted();
  const hash = message.SignatureVersion === "1" ? "SHA-1" : "SHA-256";
  const key = await signingKey(SigningCertURL, hash);
  const signature = Uint8Array.fromBase64(message.Signature);
  const signed = new TextEncoder().encode(signedText(message));
  if (!(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed))) throw untrusted();
}

/** Compares text, because parsing a URL takes time quadratic in its host's length. @throws HttpError 403 for another host */
export function requireServiceURL(env: Env, address: string): string {
  const origin = topicOrigin(env);
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
