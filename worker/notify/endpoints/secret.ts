import { DAY_MS } from "../../shared/time/domain.ts";
import { hmac } from "../../storage/secret-key.ts";

interface SecretOwner {
  subscriberID: string;
  tokenVersion: number;
  secretVersion: number;
  rotatedAt: string | null;
  earlierRotations: (string | null)[] | null;
}

/** A replaced secret also signs for a day, so that a receiver can change it without losing a delivery. */
const OLD_SECRET_MS = DAY_MS;

/** @returns the newest secret first, each as the 32 bytes that make the key */
export function deriveSecrets(env: Env, owner: SecretOwner, now: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const { secretVersion, rotatedAt, earlierRotations } = owner;
  const isRecent = (at: string | null) => at !== null && now < Date.parse(at) + OLD_SECRET_MS;
  const replacedCount = [rotatedAt, ...(earlierRotations ?? [])].filter(isRecent).length;
  const versions = Array.from({ length: replacedCount + 1 }, (_, age) => secretVersion - age);
  return Promise.all(versions.map((version) => derive(env, owner, version)));
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function writtenSecret(secret: Uint8Array): string {
  return `whsec_${secret.toBase64()}`;
}

async function derive(env: Env, { subscriberID, tokenVersion }: SecretOwner, version: number) {
  return Uint8Array.fromHex(await hmac(env, "webhook-secret", `${subscriberID} ${tokenVersion} ${version}`));
}
