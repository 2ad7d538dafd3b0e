import type { ComponentStatus } from "../../components/domain.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Alert, AlertState } from "../domain.ts";
import type { RuleMode } from "./domain.ts";

/** The time is in milliseconds since the epoch. */
export type ReceivedAlert = Alert & { source: string; receivedAt: number };

/** Times are in milliseconds since the epoch. */
export interface KnownAlert {
  state: AlertState;
  /** The time of the newest message about it. */
  at: number;
  /** When it began or ended: a repeated message changes only `at`. */
  since: number;
  /** Empty once it is over. */
  title: string;
  /** Its messages have no time of their own, so the time at which they were received counts. */
  isTimedHere: boolean;
}

/** What a rule has begun and not ended yet. */
export interface Begun {
  /** It is ended by this one, also if the rule has got another since. */
  mode: RuleMode;
  /** In milliseconds since the epoch. */
  at: number;
  /** It may be that of another rule, which fired shortly before. Null in modes without one. */
  proposalID: string | null;
  /** Components that the rule has set, or that another rule had set to as bad a status, or those of the proposal. */
  components: Record<string, ComponentStatus>;
}

/** What was left when the alerts were over: if one fires again, it is about the same incident. */
export interface Left {
  proposalID: string;
  resolutionID: string | null;
  /** Whether the rule publishes the resolution itself. */
  publishes: boolean;
}

export interface EpisodeState {
  /** By the source and the key. Those that are over are kept for a day, because an older message about them may still come. */
  alerts: Record<string, KnownAlert>;
  begun: Begun | null;
  last: Left | null;
  /** The newest first. */
  log: { at: string; text: string }[];
}

export const newEpisode: EpisodeState = { alerts: {}, begun: null, last: null, log: [] };

export interface Timing {
  holdMinutes: number;
  settleMinutes: number;
}

/** With the longest keys and titles, the state is one megabyte, of the two that a row of D1 can have. */
const MAX_KNOWN = 4000;
const MAX_TITLE_CHARACTERS = 60;
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
  return addToKnown(known, alerts) ? { ...episode, alerts: Object.fromEntries(known) } : episode;
}

/** As `addAlerts`, in place. @returns whether something is new */
export function addToKnown(known: Map<string, KnownAlert>, alerts: readonly ReceivedAlert[]): boolean {
  let isChanged = false;
  for (const alert of alerts) {
    const key = alertKey(alert);
    const before = known.get(key);
    const after = merge(before, alert);
    if (!after || (!before && known.size >= MAX_KNOWN)) continue;
    known.set(key, after);
    isChanged = true;
  }
  return isChanged;
}

/** @returns undefined for a message that says nothing new */
function merge(before: KnownAlert | undefined, alert: ReceivedAlert): KnownAlert | undefined {
  const { state, receivedAt } = alert;
  // Times of two clocks can't be compared.
  const isTimedHere = alert.at === null || (before?.isTimedHere ?? false);
  const at = isTimedHere ? receivedAt : Math.min(alert.at ?? receivedAt, receivedAt);
  const title = state === "firing" ? (before?.title || alert.title).slice(0, MAX_TITLE_CHARACTERS) : "";
  if (!before) return { state, at, since: at, title, isTimedHere };
  if (at > before.at)
    return { state, at, since: state === before.state ? before.since : at, title, isTimedHere };
  const isEndOfSameTime = at === before.at && state === "resolved" && before.state === "firing";
  return isEndOfSameTime ? { state, at, since: at, title, isTimedHere } : undefined;
}

export function firingAlerts({ alerts }: EpisodeState): KnownAlert[] {
  return Object.values(alerts).filter(({ state }) => state === "firing");
}

/** @returns when the first of those that fire began, or Infinity if none does */
export function firingSince(episode: EpisodeState): number {
  return firingAlerts(episode).reduce((first, { since }) => Math.min(first, since), Number.POSITIVE_INFINITY);
}

/**
 * @returns when the rule has to begin or end something, in milliseconds since the epoch, or undefined if only another message can
 * change that
 */
export function actsAt({ alerts, begun }: EpisodeState, timing: Timing): number | undefined {
  return nextActionAt(Object.values(alerts), begun !== null, timing);
}

/** As `actsAt`, for alerts that are not in a record. */
export function nextActionAt(
  known: Iterable<KnownAlert>,
  hasBegun: boolean,
  { holdMinutes, settleMinutes }: Timing,
): number | undefined {
  let firstFiring = Number.POSITIVE_INFINITY;
  let lastEnd = 0;
  for (const { state, since } of known) {
    if (state === "firing") firstFiring = Math.min(firstFiring, since);
    else lastEnd = Math.max(lastEnd, since);
  }
  const isFiring = firstFiring < Number.POSITIVE_INFINITY;
  if (isFiring === hasBegun) return undefined;
  return isFiring ? firstFiring + holdMinutes * MINUTE_MS : lastEnd + settleMinutes * MINUTE_MS;
}

export function addToLog(episode: EpisodeState, now: number, text: string): EpisodeState {
  return { ...episode, log: [{ at: isoTime(now), text }, ...episode.log].slice(0, MAX_LOG) };
}

export function forgetOldAlerts(episode: EpisodeState, now: number): EpisodeState {
  const kept = Object.entries(episode.alerts).filter(([, alert]) => !isForgotten(alert, now));
  return { ...episode, alerts: Object.fromEntries(kept) };
}

export function isForgotten({ state, at }: KnownAlert, now: number): boolean {
  return state === "resolved" && at <= now - KEPT_AFTER_END_MS;
}
