import { type LabelMatch, matches } from "./domain.ts";
import {
  actsAt,
  addAlerts,
  alertKey,
  type EpisodeState,
  firingAlerts,
  forgetOldAlerts,
  newEpisode,
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

/** Adds those that the rule is about. An end may have other labels than the beginning, but never another key. */
export function addMatching(
  episode: EpisodeState,
  rule: Matcher,
  alerts: readonly ReceivedAlert[],
): EpisodeState {
  const begun = new Set<string>();
  const own = alerts.filter((alert) => {
    const key = alertKey(alert);
    const isOwn = matches(rule, alert) || key in episode.alerts || begun.has(key);
    if (isOwn) begun.add(key);
    return isOwn;
  });
  return addAlerts(episode, own);
}

/** @returns when the rule would have acted, if nobody else had. @param alerts in the order in which they were received */
export function simulateRule(rule: Matcher, alerts: readonly ReceivedAlert[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  let episode = newEpisode;
  let seenAt = 0;
  function actUntil(time: number) {
    for (let at = actsAt(episode, rule); at !== undefined && at <= time; at = actsAt(episode, rule)) {
      const actedAt = Math.max(at, seenAt);
      const last = stretches.at(-1);
      if (episode.begun && last) last.endedAt = actedAt;
      else stretches.push({ title: firingAlerts(episode)[0]?.title ?? "", beganAt: actedAt, endedAt: null });
      episode = {
        ...episode,
        begun: episode.begun ? null : { mode: "notify", at, proposalID: null, components: {} },
      };
    }
  }
  for (const [receivedAt, together] of Map.groupBy(alerts, (alert) => alert.receivedAt)) {
    actUntil(receivedAt - 1);
    seenAt = receivedAt;
    episode = addMatching(forgetOldAlerts(episode, receivedAt), rule, together);
  }
  actUntil(now);
  return stretches;
}
