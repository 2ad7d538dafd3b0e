import * as z from "zod";
import { HOUR_MS } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import { type KeySet, parseKeys } from "./key-set.ts";
import type { TokenSource } from "./token-source.ts";

/** The keys are in R2, so that administrators can sign in while D1 fails. */
const files: Record<TokenSource["kind"], string> = {
  pool: "sign-in/key-set.json",
  provider: "sign-in/provider-key-set.json",
  access: "sign-in/access-key-set.json",
};
export const READ_TIMEOUT_MS = 3000;
const MIN_WRITE_INTERVAL_MS = HOUR_MS;

const storedCopies = new Map<TokenSource["kind"], { text: string; confirmedAt: number }>();

export async function storeKeySet(bucket: R2Bucket, source: TokenSource, keySet: KeySet): Promise<void> {
  const { confirmedAt } = keySet;
  const text = serializeKeySet(source, keySet);
  const isStored = () => {
    const copy = storedCopies.get(source.kind);
    return copy?.text === text && Math.abs(confirmedAt - copy.confirmedAt) < MIN_WRITE_INTERVAL_MS;
  };
  if (isStored()) return;
  try {
    const current = await readKeySet(bucket, source);
    if (current)
      storedCopies.set(source.kind, {
        text: serializeKeySet(source, current),
        confirmedAt: current.confirmedAt,
      });
    if (isStored() || (current && isNewer(current.confirmedAt, confirmedAt))) return;
    await bucket.put(files[source.kind], text, { customMetadata: { confirmedAt: String(confirmedAt) } });
    storedCopies.set(source.kind, { text, confirmedAt });
  } catch {
    // The next refresh tries again.
  }
}

function serializeKeySet({ issuer }: TokenSource, { keys, algorithms }: KeySet): string {
  return JSON.stringify({ issuer, keys, algorithms });
}

/** A time in the far future comes from a wrong clock, and must not block later key sets. */
function isNewer(current: number, here: number): boolean {
  return current > here && current - here < MIN_WRITE_INTERVAL_MS;
}

export async function readStoredKeySet(bucket: R2Bucket, source: TokenSource): Promise<KeySet | undefined> {
  try {
    return await withTimeout(READ_TIMEOUT_MS, readKeySet(bucket, source), "R2 has not answered.");
  } catch {
    return undefined;
  }
}

const Algorithms = z.array(z.string());

async function readKeySet(bucket: R2Bucket, { kind, issuer }: TokenSource): Promise<KeySet | undefined> {
  const object = await bucket.get(files[kind]);
  if (!object) return undefined;
  // An unreadable file counts as missing, so that the next key set replaces it.
  const current: { issuer?: unknown; algorithms?: unknown } | undefined = await object
    .json<{ issuer?: unknown; algorithms?: unknown }>()
    .catch(() => undefined);
  if (current?.issuer !== issuer) return undefined;
  return {
    keys: parseKeys(current),
    algorithms: Algorithms.parse(current.algorithms),
    confirmedAt: Number(object.customMetadata?.confirmedAt),
  };
}
