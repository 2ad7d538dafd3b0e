import { type Part, partsOfArchives } from "../entities/domain.ts";
import { KiB, MiB } from "../shared/domain.ts";

export const ARCHIVE_FORMAT = "daymark-archive";
/** A version restores archives of its own format and of earlier ones. */
export const ARCHIVE_FORMAT_VERSION = 1;

export type ArchivePart = keyof typeof partsOfArchives;
const parts: Record<ArchivePart, Part> = partsOfArchives;
export const archiveParts = Object.keys(parts) as [ArchivePart, ...ArchivePart[]]; // it is not empty

/** An archive has all parts in order, but those that were added after its version. */
export function areArchiveParts(names: unknown[]): boolean {
  const own = archiveParts.filter((part) => !parts[part].isAddedLater || names.includes(part));
  return own.join() === names.join();
}

const DEFAULT_PAGE_ROWS = 200;

export function maxPageRows(part: ArchivePart): number {
  return parts[part].pageRows ?? DEFAULT_PAGE_ROWS;
}

export function maxRows(part: ArchivePart): number {
  return parts[part].maxRows ?? Number.POSITIVE_INFINITY;
}

/** A page has more only if its one row does. */
export const MAX_PAGE_BYTES = 300 * KiB;
/** A logo of 2 MiB is the largest row: Base64 makes it a third longer. */
export const MAX_ROW_BYTES = 3 * MiB;
export const MAX_CURSOR_CHARACTERS = 300;
