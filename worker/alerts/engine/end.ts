import { worstStatus } from "../../components/domain.ts";
import { addToLog, type Begun, type Left } from "../rules/episode.ts";
import {
  type Action,
  countText,
  type Decision,
  type Input,
  RETRY_MS,
  type World,
  waitForProposals,
} from "./decision.ts";

/** What a rule does when all of its alerts are over for long enough, in the mode in which it has begun. */
export function end(input: Input, begun: Begun): Decision {
  const { world, episode, now } = input;
  const componentIDs = Object.keys(begun.components);
  if (begun.mode === "notify")
    return endedWith(input, [{ do: "notify", isOver: true, titles: [] }], "Told the team that it is over.");
  if (begun.mode === "component") {
    // Nothing acts during a maintenance of a component.
    if (componentIDs.some((id) => world.components[id]?.isInMaintenance))
      return { episode, actions: [], dueAt: now + RETRY_MS };
    const restored = componentIDs.flatMap((componentID) => restore(world, componentID));
    const text =
      restored.length > 0 ? `Gave back ${countText(restored.length)}.` : "Left all components as they were.";
    return endedWith(input, restored, text);
  }
  return begun.proposalID === null
    ? endedWith(input, [], "Nothing was left to end.")
    : endProposal(input, begun, begun.proposalID);
}

/** The worst that another rule still sees, or Operational, from which rules begin. What a person has set since stays. */
function restore({ components, others }: World, componentID: string): Action[] {
  const current = components[componentID];
  if (!current?.isSetByRule) return [];
  const seen = others.filter(({ mode }) => mode === "component" || mode === "publish");
  const status = worstStatus(seen.flatMap((each) => each.components[componentID] ?? []));
  return status === current.status ? [] : [{ do: "set", componentID, status }];
}

function endProposal(input: Input, begun: Begun, proposalID: string): Decision {
  const { world, newID } = input;
  const left = (resolutionID: string | null, publishes = false) => ({ proposalID, resolutionID, publishes });
  const isShared = world.others.some((other) => other.proposalID === proposalID);
  if (isShared)
    return endedWith(input, [], "Another rule still has an alert for the same incident.", left(null));
  const proposal = world.proposals[proposalID];
  if (proposal?.isEdited)
    return endedWith(input, [], "Left the proposal, because somebody has edited it.", left(null));
  if (proposal) return endedWith(input, [{ do: "withdraw", proposalID }], "Withdrew the proposal.");
  const incident = world.incidents[proposalID];
  if (!incident) return endedWith(input, [], "Nothing was left to end.");
  const publishes = begun.mode === "publish" && !incident.isWrittenOn;
  // Resolving it would say that its components work.
  const isAffectedOtherwise = world.others.some(
    ({ mode, components }) =>
      mode === "component" && Object.keys(components).some((id) => id in begun.components),
  );
  if (publishes && isAffectedOtherwise)
    return { episode: input.episode, actions: [], dueAt: input.now + RETRY_MS };
  if (!publishes && !world.mayPropose) return waitForProposals(input);
  const resolutionID = newID();
  const { incidentID } = incident;
  const propose: Action = { do: "propose resolution", proposalID: resolutionID, incidentID };
  if (!publishes) return endedWith(input, [propose], "Proposed to resolve the incident.", left(resolutionID));
  const actions: Action[] = [propose, { do: "publish", proposalID: resolutionID }];
  const decision = endedWith(input, actions, "Resolved the incident.", left(resolutionID, true));
  return { ...decision, dueAt: input.now + RETRY_MS };
}

function endedWith(
  { episode, now }: Input,
  actions: Action[],
  text: string,
  last: Left | null = null,
): Decision {
  return { episode: addToLog({ ...episode, begun: null, last }, now, text), actions, dueAt: undefined };
}
