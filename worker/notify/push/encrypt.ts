export interface ReceiverKeys {
  /** The uncompressed point of the browser's public key. */
  p256dh: Uint8Array<ArrayBuffer>;
  auth: Uint8Array<ArrayBuffer>;
}

/** What is new in each message. Only tests name it. */
interface Ephemeral {
  salt: Uint8Array<ArrayBuffer>;
  keyPair: CryptoKeyPair;
}

const ECDH = { name: "ECDH", namedCurve: "P-256" };
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
const RECORD_BYTES = 4096;
const PUBLIC_KEY_BYTES = 65;
/** Ends the last record (RFC 8188, 2). */
const DELIMITER = 2;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;

/** What a push service must take (RFC 8030, 7.2) includes all that encryption adds. */
export const MAX_MESSAGE_BYTES = 4096 - HEADER_BYTES - TAG_BYTES - 1;

const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** @returns the body in the content encoding aes128gcm, as RFC 8291 has it. @throws if `p256dh` is no point of P-256 */
export async function encryptForBrowser(
  message: string,
  { p256dh, auth }: ReceiverKeys,
  ephemeral?: Ephemeral,
): Promise<Uint8Array<ArrayBuffer>> {
  const { salt, keyPair } = ephemeral ?? (await newEphemeral());
  const receiver = await importPublicKey(p256dh);
  // The types of workerd name this parameter `$public`.
  const agreement = { name: ECDH.name, public: receiver } as SubtleCryptoDeriveKeyAlgorithm;
  const shared = await crypto.subtle.deriveBits(agreement, keyPair.privateKey, 8 * SECRET_BYTES);
  const sender = new Uint8Array((await crypto.subtle.exportKey("raw", keyPair.publicKey)) as ArrayBuffer); // raw is no JWK
  const secretInfo = joined(encode("WebPush: info\0"), p256dh, sender);
  const secret = await hkdf(new Uint8Array(shared), { salt: auth, info: secretInfo, bytes: SECRET_BYTES });
  const derive = (name: string, bytes: number) =>
    hkdf(secret, { salt, info: encode(`Content-Encoding: ${name}\0`), bytes });
  const [keyBytes, iv] = await Promise.all([derive("aes128gcm", KEY_BYTES), derive("nonce", NONCE_BYTES)]);
  const key = await crypto.subtle.importKey("raw", keyBytes, "AES-GCM", false, ["encrypt"]);
  const record = joined(encode(message), new Uint8Array([DELIMITER]));
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, record);
  return joined(salt, headerEnd(), sender, new Uint8Array(encrypted));
}

async function newEphemeral(): Promise<Ephemeral> {
  const keyPair = (await crypto.subtle.generateKey(ECDH, true, ["deriveBits"])) as CryptoKeyPair; // P-256 makes a pair
  return { salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)), keyPair };
}

async function hkdf(
  secret: Uint8Array<ArrayBuffer>,
  { salt, info, bytes }: { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; bytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * bytes),
  );
}

/** The record's size and the length of the key that follows (RFC 8188, 2.1). */
function headerEnd(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(5);
  new DataView(bytes.buffer).setUint32(0, RECORD_BYTES);
  bytes[4] = PUBLIC_KEY_BYTES;
  return bytes;
}

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @throws if it is no point of P-256 */
export function importPublicKey(p256dh: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", p256dh, ECDH, false, []);
}
