import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { MINUTE_SECONDS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CommandError } from "../command-error.ts";

const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const MAX_AGE_SECONDS = 5 * MINUTE_SECONDS;

export type Signature = "verified" | "unchecked" | "missing" | "wrong" | "expired" | "premature";
export type SignatureCheck = (body: Buffer, headers: WebhookHeaders) => Signature;

/** The headers of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export interface WebhookHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

export function webhookHeaders(headers: IncomingHttpHeaders): WebhookHeaders {
  return {
    "webhook-id": String(headers["webhook-id"] ?? ""),
    "webhook-timestamp": String(headers["webhook-timestamp"] ?? ""),
    "webhook-signature": String(headers["webhook-signature"] ?? ""),
  };
}

export function signatureCheck(secret: string | undefined): SignatureCheck {
  if (secret === undefined) return () => "unchecked";
  const key = decodeSecret(secret.trim());
  return (body, headers) => {
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
    if (id === "" || signatures === "" || !/^\d+$/.test(timestamp)) return "missing";
    const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
    // There are two while the secret is being replaced.
    if (!signatures.split(" ").some((signature) => isEqual(signature, `v1,${hmac}`))) return "wrong";
    const ageSeconds = Date.now() / SECOND_MS - Number(timestamp);
    if (ageSeconds > MAX_AGE_SECONDS) return "expired";
    return ageSeconds < -MAX_AGE_SECONDS ? "premature" : "verified";
  };
}

function isEqual(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}

/** The error doesn't quote the secret. */
function decodeSecret(secret: string): Buffer {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(base64, "base64");
  if (key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES && base64.length % 4 === 0) return key;
  throw new CommandError(
    "usage",
    "The signing secret isn't valid. Copy all of it, with whsec_ at its beginning, from the link that manages the webhook.",
  );
}
