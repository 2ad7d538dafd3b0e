import { unavailable } from "../http/errors.ts";

/** Each purpose has its own key, so that a token for one purpose is invalid for all others. */
type Purpose =
  | "api-key"
  | "turnstile-secret"
  | "mail-key"
  | "mail-webhook-secret"
  | "sign-in-secret"
  | "sign-in-candidate"
  | "subscription-token"
  | "unsubscribe-token"
  | "address"
  | "team-address"
  | "mailbox"
  | "endpoint-address"
  | "endpoint-host"
  | "webhook-secret"
  | "webhook-challenge"
  | "push-keys"
  | "client-network"
  | "nightly-export"
  | "idempotency-key"
  | "idempotent-request"
  | "idempotent-answer";

const ALGORITHM = "AES-GCM";
/** NIST SP 800-38D, 8.2: 96 random bits. */
const IV_BYTES = 12;
const encoder = new TextEncoder();

/** @returns base64 of the initialization vector and the ciphertext with its tag. @throws HttpError 503 without SECRET_KEY */
export async function encrypt(env: Env, purpose: Purpose, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derivedKey(env, purpose, "encryption");
  const ciphertext = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, encoder.encode(text));
  const encrypted = new Uint8Array(IV_BYTES + ciphertext.byteLength);
  encrypted.set(iv);
  encrypted.set(new Uint8Array(ciphertext), IV_BYTES);
  return encrypted.toBase64();
}

/** @returns undefined if the key or purpose is another, or the text was changed. @throws HttpError 503 without SECRET_KEY */
export async function decrypt(env: Env, purpose: Purpose, encrypted: string): Promise<string | undefined> {
  const key = await derivedKey(env, purpose, "encryption");
  try {
    const bytes = Uint8Array.fromBase64(encrypted);
    const iv = bytes.subarray(0, IV_BYTES);
    const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes.subarray(IV_BYTES));
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}

/** @returns HMAC-SHA256 in hex. @throws HttpError 503 without SECRET_KEY */
export async function hmac(env: Env, purpose: Purpose, text: string): Promise<string> {
  const key = await derivedKey(env, purpose, "authentication");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).toHex();
}

type Use = "encryption" | "authentication";

const derivedKeys = new Map<string, Promise<CryptoKey>>();

function derivedKey({ SECRET_KEY }: Env, purpose: Purpose, use: Use): Promise<CryptoKey> {
  const id = `${SECRET_KEY} ${purpose} ${use}`;
  const key = derivedKeys.get(id) ?? derive(SECRET_KEY, purpose, use);
  derivedKeys.set(id, key);
  return key;
}

/** HKDF (RFC 5869). The salt is empty, since the secret is random. */
async function derive(secret: string | undefined, purpose: Purpose, use: Use): Promise<CryptoKey> {
  if (!secret) throw unavailable(new Error("The Worker has no SECRET_KEY: `npm run deploy` creates it."));
  const secretKey = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveKey",
  ]);
  const info = encoder.encode(`daymark ${purpose} ${use}`);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return use === "encryption"
    ? crypto.subtle.deriveKey(hkdf, secretKey, { name: ALGORITHM, length: 256 }, false, [
        "encrypt",
        "decrypt",
      ])
    : crypto.subtle.deriveKey(hkdf, secretKey, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
