import { withTimeout } from "../http/with-timeout.ts";
import { type KeySet, keysOf } from "./key-set.ts";

/** In R2 and not in D1, so that administrators are known also while D1 fails. */
const KEY = "sign-in/key-set.json";
export const READ_TIMEOUT_MS = 3000;
/** How old the time of its last confirmation may get in R2, so that writes are few. */
const CONFIRM_MS = 60 * 60_000;

/** What R2 has, as far as this isolate knows. */
let stored: { text: string; confirmedAt: number } | undefined;

/**
 * Stores the key set for isolates that start while the pool can't be reached. Written when the keys have changed, or an hour
 * after they were last confirmed; for `waitUntil`.
 */
export async function storeKeySet(files: R2Bucket, issuer: string, keySet: KeySet): Promise<void> {
  const { keys, confirmedAt } = keySet;
  const text = JSON.stringify({ issuer, keys });
  const isStored = () => stored?.text === text && Math.abs(confirmedAt - stored.confirmedAt) < CONFIRM_MS;
  if (isStored()) return;
  try {
    // Another isolate may have stored it, or a newer one.
    const there = await readKeySet(files, issuer);
    if (there)
      stored = { text: JSON.stringify({ issuer, keys: there.keys }), confirmedAt: there.confirmedAt };
    if (isStored() || (there && isNewer(there.confirmedAt, confirmedAt))) return;
    await files.put(KEY, text, { customMetadata: { confirmedAt: String(confirmedAt) } });
    stored = { text, confirmedAt };
  } catch {
    // It is tried again when the pool is next asked; until then R2 has the set before.
  }
}

/** A time far ahead is that of a clock that was wrong, which must not keep all later key sets out. */
function isNewer(there: number, here: number): boolean {
  return there > here && there - here < CONFIRM_MS;
}

/** @returns undefined where there is none of this pool, or R2 does not answer */
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
  // What is no JSON is none either, so that the next one takes its place.
  const there: { issuer?: unknown } | undefined = await object
    .json<{ issuer?: unknown }>()
    .catch(() => undefined);
  if (there?.issuer !== issuer) return undefined;
  return { keys: keysOf(there), confirmedAt: Number(object.customMetadata?.confirmedAt) };
}
