import { tryParseJSON } from "../../storage/domain.ts";
import { logDamaged } from "../../storage/table.ts";
import { type EpisodeState, newEpisode } from "./episode.ts";

/** @param text null for a rule that no alert has matched. One that was damaged in storage, which is logged, counts as that, too. */
export function parseEpisode(text: string | null): EpisodeState {
  if (text === null) return newEpisode;
  const state = tryParseJSON(text);
  if (isEpisode(state)) return state;
  logDamaged("alert_episodes.state");
  return newEpisode;
}

function isEpisode(value: unknown): value is EpisodeState {
  return (
    value instanceof Object &&
    "alerts" in value &&
    value.alerts instanceof Object &&
    "log" in value &&
    Array.isArray(value.log) &&
    "begun" in value &&
    "last" in value
  );
}
