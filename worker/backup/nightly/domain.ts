import { MINUTE_MS } from "../../shared/time/domain.ts";
import { type ArchivePart, archiveParts } from "../domain.ts";

/** In hours of UTC. The export runs only between them. */
export const NIGHT_BEGINS = 1;
export const NIGHT_ENDS = 6;

/** Each takes some statements of D1, a request to R2 and the encryption of up to 300 kB, and the cron has other work. */
export const PAGES_PER_MINUTE = 20;

/**
 * Cloudflare ends a run of the cron after 15 minutes, and may begin it some minutes late.
 * @see https://developers.cloudflare.com/workers/platform/limits/#duration
 */
export const LEASE_MS = 20 * MINUTE_MS;

/** A nightly export leaves day files where they are, because it is in the same bucket. */
export type NightlyPart = Exclude<ArchivePart, "metricDays">;
export const nightlyParts = archiveParts.filter((part): part is NightlyPart => part !== "metricDays");

export function isNight(now: number): boolean {
  const hour = new Date(now).getUTCHours();
  return NIGHT_BEGINS <= hour && hour < NIGHT_ENDS;
}
