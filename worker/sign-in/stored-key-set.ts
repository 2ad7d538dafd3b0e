import { withTimeout } from "../http/with-timeout.ts";
import { HOUR_MS } from "../time/domain.ts";
import { type KeySet, keysOf } from "./key-set.ts";

/** The keys are in R2, so that administrators can sign in while D1 fails. */
const KEY = "sign-in/key-set.json";
export const READ_TIMEOUT_MS = 3000;
const MIN_WRITE_INTERVAL_MS = HOUR_MS;

let storedCopy: { text: string; confirmedAt: number } | undefined;

export async function storeKeySet(files: R2Bucket, issuer: string, keySet: KeySet): Promise<void> {
  const { keys, confirmedAt } = keySet;
  const text = JSON.stringify({ issuer, keys });
  const isStored = () =>
    storedCopy?.text === text && Math.abs(confirmedAt - storedCopy.confirmedAt) < MIN_WRITE_INTERVAL_MS;
  if (isStored()) return;
  try {
    const current = await readKeySet(files, issuer);
    if (current)
      storedCopy = { text: JSON.stringify({ issuer, keys: current.keys }), confirmedAt: current.confirmedAt };
    if (isStored() || (current && isNewer(current.confirmedAt, confirmedAt))) return;
    await files.put(KEY, text, { customMetadata: { confirmedAt: String(confirmedAt) } });
    storedCopy = { text, confirmedAt };
  } catch {
    // The next refresh tries again.
  }
}

/** A time in the far future comes from a wrong clock, and must not block later key sets. */
function isNewer(current: number, here: number): boolean {
  return current > here && current - here < MIN_WRITE_INTERVAL_MS;
}

export async function readStoredKeySet(files: R2Bucket, issuer: string): Promise<KeySet | undefined> {
  try {
    return await withTimeout(READ_TIMEOUT_MS, readKeySet(files, issuer), "R2 has not answered.");
  } catch {
    return undefined;
  }
}

async function readKeySet(files: R2Bucket, issuer: string): Promise<KeySet | undefined> {
  const object = await files.get(KEY);
  if (!object) return undefined;
  // An unreadable file counts as missing, so that the next key set replaces it.
  const current: { issuer?: unknown } | undefined = await object
    .json<{ issuer?: unknown }>()
    .catch(() => undefined);
  if (current?.issuer !== issuer) return undefined;
  return { keys: keysOf(current), confirmedAt: Number(object.customMetadata?.confirmedAt) };
}
