import { type ComponentStatus, componentStatuses } from "../../components/domain.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Alert, AlertState } from "../domain.ts";

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

/** Adds what a message says. Its order and its repetition don't matter: the latest time of an alert counts, and an end before a beginning of the same time. */
export function addAlert(
  episode: EpisodeState,
  alert: Alert & { source: string },
  receivedAt: number,
): EpisodeState {
  const at = Math.min(alert.at ?? receivedAt, receivedAt);
  const key = alertKey(alert);
  const known = episode.alerts[key];
  const isNews =
    !known || at > known.at || (at === known.at && alert.state === "resolved" && known.state === "firing");
  if (!isNews || (!known && Object.keys(episode.alerts).length >= MAX_KNOWN)) return episode;
  const { state, title } = alert;
  return { ...episode, alerts: { ...episode.alerts, [key]: { state, at, title: known?.title || title } } };
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
