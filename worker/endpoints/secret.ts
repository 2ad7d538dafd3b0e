import { hmac } from "../storage/secret-key.ts";
import { DAY_MS } from "../time/domain.ts";

interface SecretOwner {
  subscriberID: string;
  tokenVersion: number;
  secretVersion: number;
  rotatedAt: string | null;
}

/** For a day after a rotation, the previous secret also signs, so that a receiver can change it without losing a delivery. */
const OLD_SECRET_MS = DAY_MS;

/** @returns the newest secret first, each as the 32 bytes that make the key */
export function secretsOf(env: Env, owner: SecretOwner, now: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const { secretVersion, rotatedAt } = owner;
  const isOldValid = rotatedAt !== null && now < Date.parse(rotatedAt) + OLD_SECRET_MS;
  const versions = isOldValid ? [secretVersion, secretVersion - 1] : [secretVersion];
  return Promise.all(versions.map((version) => derive(env, owner, version)));
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function writtenSecret(secret: Uint8Array): string {
  return `whsec_${secret.toBase64()}`;
}

async function derive(env: Env, { subscriberID, tokenVersion }: SecretOwner, version: number) {
  return Uint8Array.fromHex(await hmac(env, "webhook-secret", `${subscriberID} ${tokenVersion} ${version}`));
}
