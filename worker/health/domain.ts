import { MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";

/** In the order in which they are shown: what others depend on comes first. */
export const checkNames = [
  "database",
  "migrations",
  "files",
  "clock",
  "configuration",
  "cron",
  "queues",
  "metrics",
  "alerts",
  "emails",
  "webhooks and chat",
  "nightly export",
  "restore",
  "sign-in",
  "version",
] as const;
export type CheckName = (typeof checkNames)[number];

/** From good to bad. */
export const checkStatuses = ["ok", "warning", "error"] as const;
export type CheckStatus = (typeof checkStatuses)[number];

export interface Check {
  name: CheckName;
  status: CheckStatus;
  message: string;
  fix?: string;
}

export function worstCheckStatus(statuses: readonly CheckStatus[]): CheckStatus {
  return checkStatuses.findLast((status) => statuses.includes(status)) ?? "ok";
}

/** A part that needs longer counts as failing. */
export const CHECK_TIMEOUT_MS = 3 * SECOND_MS;

export const CRON_RECORD_INTERVAL_MS = 10 * MINUTE_MS;

/** What waits this long is late. It waits for some minutes after a failed attempt, too. */
const LATE_MS = 15 * MINUTE_MS;
const TOO_LATE_MS = 60 * MINUTE_MS;

/** Tokens are accepted for a minute after they expire, so a larger difference locks administrators out. */
const MAX_CLOCK_DIFFERENCE_MS = 60 * SECOND_MS;
const NOTICED_CLOCK_DIFFERENCE_MS = 5 * SECOND_MS;

/** @returns how far the clock of `before` and `after` is ahead of another, which was read between them and said `time` */
export function clockDifference(time: number, before: number, after: number): number {
  return Math.max(before - time, 0) || Math.min(after - time, 0);
}

export function clockStatus(differenceMs: number): CheckStatus {
  const size = Math.abs(differenceMs);
  if (size > MAX_CLOCK_DIFFERENCE_MS) return "error";
  return size > NOTICED_CLOCK_DIFFERENCE_MS ? "warning" : "ok";
}

export function latenessStatus(lateMs: number): CheckStatus {
  if (lateMs > TOO_LATE_MS) return "error";
  return lateMs > LATE_MS ? "warning" : "ok";
}

/** @returns for example "3 minutes", rounded down */
export function durationText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / SECOND_MS);
  if (seconds < 120) return `${seconds} second${seconds === 1 ? "" : "s"}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
