import { addressesOf } from "../../web/status/texts/page-address.ts";
import { withTimeout } from "../http/with-timeout.ts";
import { createMemory } from "./bounded-memory.ts";
import type { Page } from "./memory.ts";
import { singleFlight } from "./single-flight.ts";

type VersionedPage = Page & { version: number };

/** A page that stays the same is stored again so often: what it shows is known to be true until then. */
const REFRESH_MS = 10 * 60_000;
/** R2 takes about one write a second of a key. */
const MIN_WRITE_GAP_MS = 1000;
/** The visitor who waits for the page comes first. */
const START_DELAY_MS = 10;
/** Whoever writes for longer has been canceled. */
const WRITER_LEASE_MS = 10_000;
const READ_TIMEOUT_MS = 3000;

/** By key, the page to write next, and until when a writer holds the lease. */
const waiting = createMemory<VersionedPage>(({ body }) => body.size);
const leases = createMemory<number>(() => NUMBER_BYTES);
const NUMBER_BYTES = 8;

/**
 * Stores a page in R2 for the time when D1 fails; for `waitUntil`. Of the pages that come while one is being written, the
 * newest follows it. A failed write is retried when the page is next rendered.
 */
export async function storeSnapshot(files: R2Bucket, key: string, page: VersionedPage): Promise<void> {
  if (!hasSnapshots.test(key)) return;
  waiting.set(key, page);
  if ((leases.get(key) ?? 0) > performance.now()) return;
  try {
    leases.set(key, performance.now() + WRITER_LEASE_MS);
    await sleep(START_DELAY_MS);
    for (let next = take(key); next; next = take(key)) {
      leases.set(key, performance.now() + WRITER_LEASE_MS);
      await write(files, objectKey(key), next);
      await sleep(MIN_WRITE_GAP_MS);
    }
  } catch {
    // The page has been served, and its last snapshot is still there.
  } finally {
    leases.delete(key);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function take(key: string): VersionedPage | undefined {
  const next = waiting.get(key);
  waiting.delete(key);
  return next;
}

/** Many isolates render the same page: one of them writes. */
async function write(files: R2Bucket, key: string, { body, version, at }: VersionedPage): Promise<void> {
  const { customMetadata: stored } = (await files.head(key)) ?? {};
  if (stored && version <= Number(stored.version) && at < Number(stored.at) + REFRESH_MS) return;
  const customMetadata = { version: String(version), at: String(at) };
  await files.put(key, body, { httpMetadata: { contentType: "text/html; charset=utf-8" }, customMetadata });
}

const reads = singleFlight<Page | undefined>();

/** @returns undefined where there is none, or R2 does not answer */
export async function readSnapshot(files: R2Bucket, key: string): Promise<Page | undefined> {
  if (!hasSnapshots.test(key)) return undefined;
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

/**
 * Deletes the snapshots of a page that is deleted, in every language; for `waitUntil`.
 * @param path the page's
 */
export async function purgeSnapshots(files: R2Bucket, path: string): Promise<void> {
  try {
    await files.delete(addressesOf(path).map(objectKey));
  } catch {
    // It can only come back while D1 fails, with its age.
  }
}

/** @returns whether there is none left */
export async function purgeSnapshotBatch(files: R2Bucket): Promise<boolean> {
  const { objects, truncated } = await files.list({ prefix: "snapshots/" });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return !truncated;
}

/**
 * The keys that have snapshots. A page that can be deleted has one for each language and no more, so that all of them are
 * known: further pages of a long incident have none.
 */
const hasSnapshots =
  /^\/(?:(?:history)?(?:\?[\w=&%.-]{1,100})?|(?:components|incidents|maintenances)\/[0-9A-Za-z]{12}(?:\?lang=[\w-]+)?)$/;

/** @throws RangeError for any other key, which must not become an object's */
function objectKey(key: string): string {
  if (!hasSnapshots.test(key)) throw new RangeError("This address has no snapshot.");
  return `snapshots${key}`;
}
