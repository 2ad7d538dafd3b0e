import { MAX_COMPONENTS } from "../components/domain.ts";
import { MAX_GROUPS } from "../groups/domain.ts";
import { MAX_METRICS } from "../metrics/domain.ts";
import { KiB, MiB } from "../storage/domain.ts";
import { MAX_TEMPLATES } from "../templates/domain.ts";

export const ARCHIVE_FORMAT = "daymark-archive";
/** A version restores archives of its own format and of earlier ones. */
export const ARCHIVE_FORMAT_VERSION = 1;

/** The parts of an archive in the order in which they are restored: nothing refers to what comes later. */
export const archiveParts = [
  "componentGroups",
  "components",
  "statusChanges",
  "statusOverrides",
  "notices",
  "noticeUpdates",
  "noticeUpdateComponents",
  "noticeComponents",
  "deletedComponents",
  "postmortems",
  "cancelledMaintenances",
  "templates",
  "metrics",
  "metricBackfills",
  "subscribers",
  "metricDays",
  "logos",
  "settings",
] as const;
export type ArchivePart = (typeof archiveParts)[number];

/** An archive from before the overrides has all parts but these. */
export function areArchiveParts(names: unknown[]): boolean {
  const earlier = archiveParts.filter((part) => part !== "statusOverrides");
  return [archiveParts, earlier].some((parts) => parts.join() === names.join());
}

const DEFAULT_PAGE_ROWS = 200;
/** These take more than a row of D1: a file of R2 each, or several HMACs. */
const pageRows: { [part in ArchivePart]?: number } = {
  subscribers: 50,
  metricDays: 8,
  logos: 1,
  settings: 1,
};

export function maxPageRows(part: ArchivePart): number {
  return pageRows[part] ?? DEFAULT_PAGE_ROWS;
}

/** A page has more only if its one row does. */
export const MAX_PAGE_BYTES = 300 * KiB;
/** A logo of 2 MiB is the largest row: Base64 makes it a third longer. */
export const MAX_ROW_BYTES = 3 * MiB;
export const MAX_CURSOR_CHARACTERS = 300;

/** Three logos in two sizes. */
const MAX_LOGO_FILES = 6;

export const maxRows: { [part in ArchivePart]?: number } = {
  componentGroups: MAX_GROUPS,
  components: MAX_COMPONENTS,
  templates: MAX_TEMPLATES,
  metrics: MAX_METRICS,
  logos: MAX_LOGO_FILES,
  settings: 1,
};
