import { addressInEachLanguage } from "../../web/status/texts/page-address.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { createMemory } from "./bounded-memory.ts";
import type { Page } from "./memory.ts";
import { singleFlight } from "./single-flight.ts";

type VersionedPage = Page & { version: number };

/** An unchanged page is stored again after this time, so that its snapshot's age stays low. */
const REFRESH_MS = 10 * 60_000;
/** R2 accepts about one write per second and key. */
const MIN_WRITE_GAP_MS = 1000;
const AFTER_RESPONSE_DELAY_MS = 10;
const WRITER_LEASE_MS = 10_000;
const READ_TIMEOUT_MS = 3000;

const pendingWrites = createMemory<VersionedPage>(({ body }) => body.size);
const leaseEnds = createMemory<number>(() => Float64Array.BYTES_PER_ELEMENT);

/** Never rejects. While a page is being written, only the newest of the later versions is kept for the next write. */
export async function storeSnapshot(files: R2Bucket, key: string, page: VersionedPage): Promise<void> {
  if (!SNAPSHOT_KEY.test(key)) return;
  pendingWrites.set(key, page);
  if ((leaseEnds.get(key) ?? 0) > performance.now()) return;
  try {
    leaseEnds.set(key, performance.now() + WRITER_LEASE_MS);
    await sleep(AFTER_RESPONSE_DELAY_MS);
    for (let next = takePending(key); next; next = takePending(key)) {
      leaseEnds.set(key, performance.now() + WRITER_LEASE_MS);
      await write(files, objectKey(key), next);
      await sleep(MIN_WRITE_GAP_MS);
    }
  } catch {
    // The next render writes again. Until then, the previous snapshot is still there.
  } finally {
    leaseEnds.delete(key);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function takePending(key: string): VersionedPage | undefined {
  const next = pendingWrites.get(key);
  pendingWrites.delete(key);
  return next;
}

async function write(files: R2Bucket, key: string, { body, version, at }: VersionedPage): Promise<void> {
  const { customMetadata: stored } = (await files.head(key)) ?? {};
  if (stored && version <= Number(stored.version) && at < Number(stored.at) + REFRESH_MS) return;
  const customMetadata = { version: String(version), at: String(at) };
  await files.put(key, body, { httpMetadata: { contentType: "text/html; charset=utf-8" }, customMetadata });
}

const reads = singleFlight<Page | undefined>();

export async function readSnapshot(files: R2Bucket, key: string): Promise<Page | undefined> {
  if (!SNAPSHOT_KEY.test(key)) return undefined;
  try {
    return await reads(key, () =>
      withTimeout(READ_TIMEOUT_MS, read(files, objectKey(key)), "R2 did not answer."),
    );
  } catch {
    return undefined;
  }
}

async function read(files: R2Bucket, key: string): Promise<Page | undefined> {
  const stored = await files.get(key);
  if (!stored) return undefined;
  return { body: await stored.blob(), at: Number(stored.customMetadata?.at) };
}

export async function purgeSnapshots(files: R2Bucket, path: string): Promise<void> {
  if (!SNAPSHOT_KEY.test(path)) return;
  await files.delete(addressInEachLanguage(path).map(objectKey)).catch(() => undefined);
}

export async function purgeSomeSnapshots(files: R2Bucket): Promise<{ areAllPurged: boolean }> {
  const { objects, truncated } = await files.list({ prefix: "snapshots/" });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return { areAllPurged: !truncated };
}

/** A page that can be deleted has exactly one snapshot per language, so that `purgeSnapshots` can name all of them. */
const SNAPSHOT_KEY =
  /^\/(?:(?:history)?(?:\?[\w=&%.-]{1,100})?|(?:components|incidents|maintenances)\/[0-9A-Za-z]{12}(?:\?lang=[\w-]+)?)$/;

function objectKey(key: string): string {
  if (!SNAPSHOT_KEY.test(key)) throw new RangeError("This address has no snapshot.");
  return `snapshots${key}`;
}
