import { withTimeout } from "../http/with-timeout.ts";
import { HOUR_MS } from "../time/domain.ts";
import { type KeySet, keysOf } from "./key-set.ts";

/** In R2, so that administrators can sign in while D1 fails. */
const KEY = "sign-in/key-set.json";
export const READ_TIMEOUT_MS = 3000;
/** Keeps writes few. */
const CONFIRM_MS = HOUR_MS;

let stored: { text: string; confirmedAt: number } | undefined;

/** Stores the key set for isolates that start while the pool can't be reached. */
export async function storeKeySet(files: R2Bucket, issuer: string, keySet: KeySet): Promise<void> {
  const { keys, confirmedAt } = keySet;
  const text = JSON.stringify({ issuer, keys });
  const isStored = () => stored?.text === text && Math.abs(confirmedAt - stored.confirmedAt) < CONFIRM_MS;
  if (isStored()) return;
  try {
    // Another isolate may have stored this key set or a newer one.
    const there = await readKeySet(files, issuer);
    if (there)
      stored = { text: JSON.stringify({ issuer, keys: there.keys }), confirmedAt: there.confirmedAt };
    if (isStored() || (there && isNewer(there.confirmedAt, confirmedAt))) return;
    await files.put(KEY, text, { customMetadata: { confirmedAt: String(confirmedAt) } });
    stored = { text, confirmedAt };
  } catch {
    // The next call to the pool tries again. Until then R2 has the previous set.
  }
}

/** A time in the far future comes from a wrong clock, and must not block later key sets. */
function isNewer(there: number, here: number): boolean {
  return there > here && there - here < CONFIRM_MS;
}

/** @returns undefined if R2 has none for this pool or doesn't respond */
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
  const there: { issuer?: unknown } | undefined = await object
    .json<{ issuer?: unknown }>()
    .catch(() => undefined);
  if (there?.issuer !== issuer) return undefined;
  return { keys: keysOf(there), confirmedAt: Number(object.customMetadata?.confirmedAt) };
}
