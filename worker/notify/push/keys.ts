import { SignJWT } from "jose";
import { HOUR_MS, SECOND_MS } from "../../shared/time/domain.ts";
import { decrypt, encrypt } from "../../storage/secret-key.ts";

const P256 = { name: "ECDSA", namedCurve: "P-256" };

/** Push services refuse tokens for longer than a day (RFC 8292, 2). */
const TOKEN_SECONDS = (12 * HOUR_MS) / SECOND_MS;

/** @returns a new pair, encrypted. @throws HttpError 503 without SECRET_KEY */
export async function makeKeys(env: Env): Promise<string> {
  const { privateKey } = (await crypto.subtle.generateKey(P256, true, ["sign", "verify"])) as CryptoKeyPair; // P-256 makes a pair
  return encrypt(env, "push-keys", JSON.stringify(await crypto.subtle.exportKey("jwk", privateKey)));
}

/** @returns the key that a browser subscribes with, or undefined if the pair was stored with another SECRET_KEY */
export async function decryptPublicKey(env: Env, keys: string): Promise<string | undefined> {
  const pair = await readKeys(env, keys);
  return pair && encodePublicKey(pair);
}

/**
 * Signs a request to a push service.
 * @param audience the push service's origin
 * @param contact an address of this installation, which the push service could write to
 * @returns the header `Authorization` (RFC 8292, 3), or undefined if the pair was stored with another SECRET_KEY
 */
export async function signAuthorization(
  env: Env,
  keys: string,
  { audience, contact }: { audience: string; contact: string },
): Promise<string | undefined> {
  const pair = await readKeys(env, keys);
  if (!pair) return undefined;
  const key = await crypto.subtle.importKey("jwk", pair, P256, false, ["sign"]);
  const expiresAt = Math.floor(Date.now() / SECOND_MS) + TOKEN_SECONDS;
  const token = await new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(key);
  return `vapid t=${token}, k=${encodePublicKey(pair)}`;
}

async function readKeys(env: Env, keys: string): Promise<JsonWebKey | undefined> {
  const text = await decrypt(env, "push-keys", keys);
  return text === undefined ? undefined : (JSON.parse(text) as JsonWebKey); // as `makeKeys` stored it
}

/** @returns the uncompressed point, in base64url */
function encodePublicKey({ x = "", y = "" }: JsonWebKey): string {
  const bytes = [x, y].map((part) => Uint8Array.fromBase64(part, { alphabet: "base64url" }));
  return new Uint8Array([4, ...bytes.flatMap((part) => [...part])]).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}
