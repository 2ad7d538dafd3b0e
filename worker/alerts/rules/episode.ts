import { type ComponentStatus, componentStatuses } from "../../components/domain.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Alert, AlertState } from "../domain.ts";

/** Times are in milliseconds since the epoch. */
export type ReceivedAlert = Alert & { source: string; receivedAt: number };

interface KnownAlert {
  state: AlertState;
  /** When it began or ended, in milliseconds since the epoch. */
  at: number;
  title: string;
}

/** What a rule has begun and not ended yet. */
export interface Begun {
  /** It may be that of another rule, which fired shortly before. Null in modes without one. */
  proposalID: string | null;
  /** Components that the rule has set, or that another rule had set to as bad a status. */
  components: Record<string, ComponentStatus>;
}

export interface EpisodeState {
  /** By the source and the key. Those that are over are kept for a day, because an older message about them may still come. */
  alerts: Record<string, KnownAlert>;
  begun: Begun | null;
  /** The proposal that was left when the alerts were over: if one fires again, it is about the same incident. */
  last: { proposalID: string; resolutionID: string | null } | null;
  /** The newest first. */
  log: { at: string; text: string }[];
}

export const newEpisode: EpisodeState = {
  alerts: {},
  begun: null,
  last: null,
  log: [],
};

export interface Timing {
  holdMinutes: number;
  settleMinutes: number;
}

const MAX_KNOWN = 5000;
const MAX_LOG = 20;
const KEPT_AFTER_END_MS = DAY_MS;

export const alertKey = ({ source, key }: { source: string; key: string }) => `${source} ${key}`;

/**
 * Adds what messages say. Their order and their repetition don't matter: the latest time of an alert counts, and an end before a
 * beginning of the same time.
 * @returns the same state if nothing is new
 */
export function addAlerts(episode: EpisodeState, alerts: readonly ReceivedAlert[]): EpisodeState {
  const known = new Map(Object.entries(episode.alerts));
  let isChanged = false;
  for (const alert of alerts) {
    const key = alertKey(alert);
    const before = known.get(key);
    const { state, title, receivedAt } = alert;
    const at = Math.min(alert.at ?? receivedAt, receivedAt);
    if (!isNews(before, { state, at }) || (!before && known.size >= MAX_KNOWN)) continue;
    known.set(key, { state, at, title: before?.title || title });
    isChanged = true;
  }
  return isChanged ? { ...episode, alerts: Object.fromEntries(known) } : episode;
}

function isNews(before: KnownAlert | undefined, { state, at }: Pick<KnownAlert, "state" | "at">): boolean {
  if (!before || at > before.at) return true;
  return at === before.at && state === "resolved" && before.state === "firing";
}

export function firingAlerts({ alerts }: EpisodeState): KnownAlert[] {
  return Object.values(alerts).filter(({ state }) => state === "firing");
}

/**
 * @returns when the rule has to begin or end something, in milliseconds since the epoch, or undefined if only another message can
 * change that
 */
export function actsAt(episode: EpisodeState, { holdMinutes, settleMinutes }: Timing): number | undefined {
  const firing = firingAlerts(episode);
  if (firing.length > 0 === (episode.begun !== null)) return undefined;
  if (firing.length > 0) return Math.min(...firing.map(({ at }) => at)) + holdMinutes * MINUTE_MS;
  const ends = Object.values(episode.alerts).map(({ at }) => at);
  return Math.max(0, ...ends) + settleMinutes * MINUTE_MS;
}

export function addToLog(episode: EpisodeState, now: number, text: string): EpisodeState {
  return { ...episode, log: [{ at: isoTime(now), text }, ...episode.log].slice(0, MAX_LOG) };
}

export function forgetOldAlerts(episode: EpisodeState, now: number): EpisodeState {
  const kept = Object.entries(episode.alerts).filter(
    ([, { state, at }]) => state === "firing" || at > now - KEPT_AFTER_END_MS,
  );
  return { ...episode, alerts: Object.fromEntries(kept) };
}

/** The statuses are in the order of their severity. */
export function severity(status: ComponentStatus): number {
  return componentStatuses.indexOf(status);
}
