import { HOUR_MS } from "../../shared/time/domain.ts";
import { actsAt, firingAlerts, forgetOldAlerts } from "../rules/episode.ts";
import { begin } from "./begin.ts";
import { type Decision, type Input, RETRY_MS } from "./decision.ts";
import { end } from "./end.ts";

/** An alert that begins so much later is not what a person has discarded or resolved. */
const NEW_CAUSE_MS = HOUR_MS;

/** Decides what a rule does now. It changes nothing that a person has set or written since the rule did. */
export function decide(received: Input): Decision {
  const { rule, now } = received;
  const episode = forgetOldAlerts(received.episode, now);
  const input = { ...received, episode };
  const unpublished = findUnpublished(input);
  if (unpublished !== undefined)
    return { episode, actions: [{ do: "publish", proposalID: unpublished }], dueAt: now + RETRY_MS };
  if (isEndedByPerson(input)) return decide({ ...input, episode: { ...episode, begun: null, last: null } });
  const at = actsAt(episode, rule);
  if (at === undefined || at > now) return { episode, actions: [], dueAt: at };
  return episode.begun ? end(input, episode.begun) : begin(input);
}

/** Publishing is a write of its own, which may not have happened after the one that made the proposal. */
function findUnpublished({ episode, world }: Input): string | undefined {
  const { begun, last } = episode;
  const isFiring = firingAlerts(episode).length > 0;
  const id = begun?.mode === "publish" && isFiring ? begun.proposalID : null;
  const resolutionID = !begun && last?.publishes ? last.resolutionID : null;
  const waiting = id ?? resolutionID;
  return waiting !== null && world.proposals[waiting]?.isEdited === false ? waiting : undefined;
}

/** Somebody has discarded the proposal or resolved the incident, and an alert has begun long after that which it was about. */
function isEndedByPerson({ episode, world }: Input): boolean {
  const { begun } = episode;
  if (!begun?.proposalID || begun.proposalID in world.proposals || begun.proposalID in world.incidents)
    return false;
  return firingAlerts(episode).some(({ since }) => since > begun.at + NEW_CAUSE_MS);
}
