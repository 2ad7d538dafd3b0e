import { unavailable } from "../http/errors.ts";

/** Each purpose has a key of its own, so that what is made for one is worth nothing for another. */
type Purpose =
  | "api-key"
  | "turnstile-secret"
  | "subscription-token"
  | "unsubscribe-token"
  | "address"
  | "mailbox"
  | "client-network"
  | "idempotency-key"
  | "idempotent-request"
  | "idempotent-answer";

const ALGORITHM = "AES-GCM";
/** NIST SP 800-38D, 8.2: 96 bits, never used twice with one key, so random for each text. */
const IV_BYTES = 12;
const encoder = new TextEncoder();

/**
 * Encrypts a text that has to be shown again later.
 * @returns base64 of the initialization vector and the ciphertext with its tag
 * @throws Refusal 503 without SECRET_KEY
 */
export async function encrypt(env: Env, purpose: Purpose, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derivedKey(env, purpose, "encryption");
  const ciphertext = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, encoder.encode(text));
  const encrypted = new Uint8Array(IV_BYTES + ciphertext.byteLength);
  encrypted.set(iv);
  encrypted.set(new Uint8Array(ciphertext), IV_BYTES);
  return encrypted.toBase64();
}

/**
 * @returns undefined for what was encrypted with another key, for another purpose, or changed since
 * @throws Refusal 503 without SECRET_KEY
 */
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

/**
 * HMAC-SHA256 of a text, in hex: whoever reads the database can neither make nor check one.
 * @throws Refusal 503 without SECRET_KEY
 */
export async function hmac(env: Env, purpose: Purpose, text: string): Promise<string> {
  const key = await derivedKey(env, purpose, "authentication");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).toHex();
}

type Use = "encryption" | "authentication";

/** Deriving one takes longer than using it. */
const derivedKeys = new Map<string, Promise<CryptoKey>>();

function derivedKey({ SECRET_KEY }: Env, purpose: Purpose, use: Use): Promise<CryptoKey> {
  const id = `${SECRET_KEY} ${purpose} ${use}`;
  const known = derivedKeys.get(id) ?? derive(SECRET_KEY, purpose, use);
  derivedKeys.set(id, known);
  return known;
}

/** HKDF (RFC 5869) with SHA-256; its salt is empty, since the secret is random. */
async function derive(secret: string | undefined, purpose: Purpose, use: Use): Promise<CryptoKey> {
  if (!secret) throw unavailable(new Error("The Worker has no SECRET_KEY: `npm run deploy` creates it."));
  const whole = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const info = encoder.encode(`daymark ${purpose} ${use}`);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return use === "encryption"
    ? crypto.subtle.deriveKey(hkdf, whole, { name: ALGORITHM, length: 256 }, false, ["encrypt", "decrypt"])
    : crypto.subtle.deriveKey(hkdf, whole, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
