import { type LabelMatch, matches } from "./domain.ts";
import {
  addAlerts,
  addToKnown,
  alertKey,
  type EpisodeState,
  isForgotten,
  type KnownAlert,
  nextActionAt,
  type ReceivedAlert,
  type Timing,
} from "./episode.ts";

/** Times are in milliseconds since the epoch. */
interface Stretch {
  title: string;
  beganAt: number;
  /** Null if it would still go on. */
  endedAt: number | null;
}

interface Matcher extends Timing {
  source: string;
  labels: readonly LabelMatch[];
}

/** Adds those that the rule is about. */
export function addMatching(
  episode: EpisodeState,
  rule: Matcher,
  alerts: readonly ReceivedAlert[],
): EpisodeState {
  return addAlerts(
    episode,
    ownAlerts(rule, alerts, (key) => Object.hasOwn(episode.alerts, key)),
  );
}

/** An end may have other labels than the beginning, but never another key. */
function ownAlerts(rule: Matcher, alerts: readonly ReceivedAlert[], isKnown: (key: string) => boolean) {
  const begun = new Set<string>();
  return alerts.filter((alert) => {
    const key = alertKey(alert);
    const isOwn = matches(rule, alert) || isKnown(key) || begun.has(key);
    if (isOwn) begun.add(key);
    return isOwn;
  });
}

/**
 * It changes its alerts in place: with a copy for each of 2,000 messages it took ten seconds.
 * @returns when the rule would have acted, if nobody else had. @param alerts in the order in which they were received
 */
export function simulateRule(rule: Matcher, alerts: readonly ReceivedAlert[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  const known = new Map<string, KnownAlert>();
  let hasBegun = false;
  let seenAt = 0;
  let nextAt: number | undefined;
  const plan = () => {
    nextAt = nextActionAt(known.values(), hasBegun, rule);
  };
  function actUntil(time: number) {
    while (nextAt !== undefined && nextAt <= time) {
      const actedAt = Math.max(nextAt, seenAt);
      const last = stretches.at(-1);
      if (hasBegun && last) last.endedAt = actedAt;
      else stretches.push({ title: firstTitle(known), beganAt: actedAt, endedAt: null });
      hasBegun = !hasBegun;
      plan();
    }
  }
  for (const [receivedAt, together] of Map.groupBy(alerts, (alert) => alert.receivedAt)) {
    actUntil(receivedAt - 1);
    seenAt = receivedAt;
    const hasForgotten = forget(known, receivedAt);
    const own = ownAlerts(rule, together, (key) => known.has(key));
    if (addToKnown(known, own) || hasForgotten) plan();
  }
  actUntil(now);
  return stretches;
}

function firstTitle(known: ReadonlyMap<string, KnownAlert>): string {
  for (const { state, title } of known.values()) if (state === "firing") return title;
  return "";
}

function forget(known: Map<string, KnownAlert>, now: number): boolean {
  const before = known.size;
  for (const [key, alert] of known) if (isForgotten(alert, now)) known.delete(key);
  return known.size < before;
}
