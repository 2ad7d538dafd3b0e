import { createMemory } from "../../web/status/texts/memory.ts";
import { addressesOf } from "../../web/status/texts/page-address.ts";
import { withTimeout } from "../http/with-timeout.ts";
import type { Rendered } from "./memory.ts";

/** A page that stays the same is kept again so often: what it shows is known to be so until then. */
const AGAIN = 10 * 60_000;
/** R2 takes about one write a second of a key. */
const APART = 1000;
/** How long after the page it is kept. */
const AFTER = 10;
/** Whoever writes for longer has been broken off. */
const LONGEST = 10_000;

/** By address, what is to be kept next; and until when somebody is believed to be at it. */
const waiting = createMemory<Rendered>(({ body }) => body.size);
const writing = createMemory<number>(() => NUMBER_BYTES);
const NUMBER_BYTES = 8;

/**
 * Keeps a page in R2 for the time when D1 fails. For `waitUntil`; what was rendered meanwhile is kept along, the
 * newest only, and what R2 does not take is tried again when the page is next rendered.
 */
export async function keepSnapshot(files: R2Bucket, address: string, rendered: Rendered): Promise<void> {
  if (!kept.test(address)) return;
  waiting.set(address, rendered);
  if ((writing.get(address) ?? 0) > performance.now()) return;
  try {
    // The visitor who waits for the page comes first.
    writing.set(address, performance.now() + LONGEST);
    await new Promise((resolve) => setTimeout(resolve, AFTER));
    for (let next = take(address); next; next = take(address)) {
      writing.set(address, performance.now() + LONGEST);
      await write(files, keyOf(address), next);
      await new Promise((resolve) => setTimeout(resolve, APART));
    }
  } catch {
    // The page has been served, and its last snapshot is there still.
  } finally {
    writing.delete(address);
  }
}

function take(address: string): Rendered | undefined {
  const next = waiting.get(address);
  waiting.delete(address);
  return next;
}

/** Many isolates render the same page: one of them writes. */
async function write(files: R2Bucket, key: string, { body, version, at }: Rendered): Promise<void> {
  const { customMetadata: stored } = (await files.head(key)) ?? {};
  if (stored && version <= Number(stored.version) && at < Number(stored.at) + AGAIN) return;
  const customMetadata = { version: String(version), at: String(at) };
  await files.put(key, body, { httpMetadata: { contentType: "text/html; charset=utf-8" }, customMetadata });
}

type Snapshot = Pick<Rendered, "body" | "at">;

/** Reads under way, by address. */
const reading = createMemory<Promise<Snapshot | undefined>>(() => PROMISE_BYTES);
/** With what it is resolved with. */
const PROMISE_BYTES = 400;
/** After so long somebody else reads: the request that reads may have been canceled. */
const TAKEOVER_MS = 1000;
const MAX_TAKEOVERS = 3;

/**
 * Visitors who come at the same moment share one read.
 * @returns undefined where there is none, or R2 does not answer
 */
export async function readSnapshot(files: R2Bucket, address: string): Promise<Snapshot | undefined> {
  let waitedFor: Promise<Snapshot | undefined> | undefined;
  for (let takeovers = 0; takeovers < MAX_TAKEOVERS; takeovers += 1) {
    const others = reading.get(address);
    if (!others || others === waitedFor) return readShared(files, address);
    waitedFor = others;
    const shared = others.then((snapshot) => ({ snapshot }));
    const ended = await withTimeout(
      TAKEOVER_MS,
      shared,
      "Timed out waiting for another request's read.",
    ).catch(() => undefined);
    if (ended) return ended.snapshot;
  }
  return undefined;
}

async function readShared(files: R2Bucket, address: string): Promise<Snapshot | undefined> {
  const done = Promise.withResolvers<Snapshot | undefined>();
  reading.set(address, done.promise);
  let snapshot: Snapshot | undefined;
  try {
    snapshot = await withTimeout(3000, read(files, keyOf(address)), "R2 has not answered.");
  } catch {
    // What is not known is answered as what is not there.
  } finally {
    if (reading.get(address) === done.promise) reading.delete(address);
    done.resolve(snapshot);
  }
  return snapshot;
}

async function read(files: R2Bucket, key: string) {
  const stored = await files.get(key);
  if (!stored) return undefined;
  return { body: await stored.blob(), at: Number(stored.customMetadata?.at) };
}

/**
 * Deletes the snapshots of a page that is deleted, in every language; for `waitUntil`.
 * @param path the page's
 */
export async function forgetSnapshots(files: R2Bucket, path: string): Promise<void> {
  try {
    await files.delete(addressesOf(path).map(keyOf));
  } catch {
    // It can only come back while D1 fails, with its age.
  }
}

/** @returns whether there is none left */
export async function deleteSomeSnapshots(files: R2Bucket): Promise<boolean> {
  const { objects, truncated } = await files.list({ prefix: "snapshots/" });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return !truncated;
}

/**
 * The addresses that have snapshots. What can be deleted has one for each language and no more, so that all of them are
 * known: further pages of a long incident have none.
 */
const kept =
  /^\/(?:(?:history)?(?:\?[\w=&%.-]{1,100})?|(?:components|incidents|maintenances)\/[0-9A-Za-z]{12}(?:\?lang=[\w-]+)?)$/;

/** @throws RangeError for any other address, which must not become a key */
function keyOf(address: string): string {
  if (!kept.test(address)) throw new RangeError("This address has no snapshot.");
  return `snapshots${address}`;
}
