import { stateConflict } from "../../http/errors.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { isDay } from "../../shared/time/domain.ts";
import { deleteFiles, listPages } from "../../storage/list-files.ts";
import { decrypt, encrypt } from "../../storage/secret-key.ts";
import type { ArchivePart } from "../domain.ts";
import type { NightlyExport, NightlyPage } from "./schema.ts";

const MANIFESTS = "exports/manifests/";
const PAGES = "exports/pages/";

const manifestKey = (day: string) => MANIFESTS + day;
const pagesPrefix = (day: string) => `${PAGES}${day}/`;
const pageKey = (day: string, page: number) => pagesPrefix(day) + page;

/** Encrypted as in D1, because rows have subscribers' addresses. */
export async function storePage(
  env: Env,
  day: string,
  page: number,
  content: { part: ArchivePart; rows: unknown[] },
): Promise<void> {
  await env.FILES.put(pageKey(day, page), await encrypt(env, "nightly-export", JSON.stringify(content)));
}

/** Only an export with a manifest is complete. */
export async function storeManifest(files: R2Bucket, { day, ...rest }: NightlyExport): Promise<void> {
  await files.put(manifestKey(day), "", {
    customMetadata: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  });
}

export async function hasManifest(files: R2Bucket, day: string): Promise<boolean> {
  return (await files.head(manifestKey(day))) !== null;
}

/** @returns the complete ones, newest first. There are at most as many as are kept, and one more. */
export async function listExports(files: R2Bucket): Promise<NightlyExport[]> {
  const exports: NightlyExport[] = [];
  for await (const { objects } of listPages(files, { prefix: MANIFESTS, include: ["customMetadata"] }))
    for (const { key, customMetadata } of objects) exports.unshift(toNightlyExport(key, customMetadata));
  return exports;
}

/** @throws HttpError 404 */
export async function readExport(files: R2Bucket, day: string): Promise<NightlyExport> {
  const manifest = isDay(day) ? await files.head(manifestKey(day)) : null;
  if (!manifest) throw pageNotFound();
  return toNightlyExport(manifest.key, manifest.customMetadata);
}

function toNightlyExport(key: string, metadata: Record<string, string> = {}): NightlyExport {
  const { finishedAt = "", pages, rows } = metadata;
  return { day: key.slice(MANIFESTS.length), finishedAt, pages: Number(pages), rows: Number(rows) };
}

/** @throws HttpError 404, or 409 if SECRET_KEY is another one than when the page was stored */
export async function readPage(env: Env, day: string, page: string): Promise<NightlyPage> {
  const isPage = isDay(day) && /^[1-9]\d{0,6}$/.test(page);
  const file = isPage ? await env.FILES.get(pageKey(day, Number(page))) : null;
  if (!file) throw pageNotFound();
  const text = await decrypt(env, "nightly-export", await file.text());
  if (text === undefined) {
    const message = "This export was encrypted with another SECRET_KEY. Set that one, and try again.";
    throw stateConflict(message);
  }
  return JSON.parse(text) as NightlyPage; // storePage wrote it
}

export async function deleteOlderExports(files: R2Bucket, kept: number): Promise<void> {
  const keptDays = new Set((await listExports(files)).slice(0, kept).map(({ day }) => day));
  for await (const { delimitedPrefixes } of listPages(files, { prefix: PAGES, delimiter: "/" }))
    for (const prefix of delimitedPrefixes) {
      const day = prefix.slice(PAGES.length, -1);
      if (!keptDays.has(day)) await deleteExport(files, day);
    }
}

/** The manifest goes first, so that an incomplete export is never listed. */
async function deleteExport(files: R2Bucket, day: string): Promise<void> {
  await files.delete(manifestKey(day));
  await deleteFiles(files, pagesPrefix(day));
}
