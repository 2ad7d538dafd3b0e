import { addressInEachLanguage } from "../../web/status/addresses/page-address.ts";
import { singleFlight } from "../http/single-flight.ts";
import { createMemory } from "../shared/bounded-memory.ts";
import { MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import { type Page, remove } from "./memory.ts";

type VersionedPage = Page & { version: number };

/** An unchanged page is stored again after this time, so that its snapshot's age stays low. */
const REFRESH_MS = 10 * MINUTE_MS;
/** R2 accepts about one write per second and key. */
const MIN_WRITE_GAP_MS = SECOND_MS;
const AFTER_RESPONSE_DELAY_MS = 10;
const WRITER_LEASE_MS = 10_000;
const READ_TIMEOUT_MS = 3000;

const pendingWrites = createMemory<VersionedPage>(({ body }) => body.size);
const leaseEnds = createMemory<number>(() => Float64Array.BYTES_PER_ELEMENT);

/**
 * Never rejects. Of the versions that come during a write, only the newest is written next. A page can be deleted while it is
 * rendered, so a snapshot that is outdated once stored is deleted.
 */
export async function storeSnapshot(
  files: R2Bucket,
  key: string,
  page: VersionedPage,
  readVersion: () => Promise<number>,
): Promise<void> {
  if (!SNAPSHOT_KEY.test(key)) return;
  pendingWrites.set(key, page);
  if ((leaseEnds.get(key) ?? 0) > performance.now()) return;
  try {
    leaseEnds.set(key, performance.now() + WRITER_LEASE_MS);
    await sleep(AFTER_RESPONSE_DELAY_MS);
    for (let next = takePending(key); next; next = takePending(key)) {
      leaseEnds.set(key, performance.now() + WRITER_LEASE_MS);
      const isWritten = await write(files, objectKey(key), next);
      if (isWritten && CAN_BE_DELETED.test(key) && (await readVersion()) !== next.version)
        await files.delete(objectKey(key));
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

async function write(files: R2Bucket, key: string, { body, version, at }: VersionedPage): Promise<boolean> {
  const { customMetadata: stored } = (await files.head(key)) ?? {};
  if (stored && version <= Number(stored.version) && at < Number(stored.at) + REFRESH_MS) return false;
  const customMetadata = { version: String(version), at: String(at) };
  await files.put(key, body, { httpMetadata: { contentType: "text/html; charset=utf-8" }, customMetadata });
  return true;
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
  const snapshot = await files.get(key);
  if (!snapshot) return undefined;
  return { body: await snapshot.blob(), at: Number(snapshot.customMetadata?.at) };
}

export async function purgeSnapshots(files: R2Bucket, path: string): Promise<void> {
  if (!SNAPSHOT_KEY.test(path)) return;
  const addresses = addressInEachLanguage(path);
  for (const address of addresses) remove(address);
  await files.delete(addresses.map(objectKey)).catch(() => undefined);
}

export async function purgeSomeSnapshots(files: R2Bucket): Promise<{ areAllPurged: boolean }> {
  const { objects, truncated } = await files.list({ prefix: "snapshots/" });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return { areAllPurged: !truncated };
}

/**
 * Searches have no snapshots, because their number is unlimited. A page that can be deleted has exactly one snapshot per
 * language, so that `purgeSnapshots` can name all of them.
 */
const SNAPSHOT_KEY =
  /^\/(?:(?:history)?(?!.*[?&](?:q|componentID)=)(?:\?[\w=&%.-]{1,100})?|(?:(?:components|groups|incidents|maintenances)\/[0-9A-Za-z]{12}|incidents\/[0-9A-Za-z]{12}\/postmortem)(?:\?lang=[\w-]+)?)$/;

const CAN_BE_DELETED = /^\/(?:components|groups|incidents|maintenances)\//;

function objectKey(key: string): string {
  if (!SNAPSHOT_KEY.test(key)) throw new RangeError("This address has no snapshot.");
  return `snapshots${key}`;
}
