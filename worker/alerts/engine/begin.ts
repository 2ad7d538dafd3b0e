import { severity, worstStatus } from "../../components/domain.ts";
import { addToLog, type Begun, firingAlerts, firingSince } from "../rules/episode.ts";
import {
  type Action,
  countText,
  type Decision,
  type Input,
  listTitles,
  RETRY_MS,
  type Statuses,
  waitForProposals,
} from "./decision.ts";

/** What a rule does when its alerts have fired long enough. */
export function begin(input: Input): Decision {
  const { rule, episode, world, now } = input;
  const targets = Object.entries(rule.targets).filter(([id]) => world.components[id]);
  const free = targets.filter(([id]) => !world.components[id]?.isInMaintenance);
  if (targets.length > 0 && free.length === 0) return { episode, actions: [], dueAt: now + RETRY_MS };
  const components = Object.fromEntries(free);
  if (rule.mode === "component") return beginComponents(input, components);
  if (rule.mode === "propose") return beginProposal(input, components);
  if (rule.mode === "publish") return beginIncident(input, components);
  const titles = listTitles(episode, "firing");
  return begunWith(input, {}, [{ do: "notify", isOver: false, titles }], "Told the team.");
}

/** Those that worked when the alerts began, or whose status a rule has set: all others have a person's word. */
function ownComponents({ episode, world }: Input, wanted: Statuses): Statuses {
  const since = firingSince(episode);
  return Object.fromEntries(
    Object.entries(wanted).filter(([id]) => {
      const { status, isSetByRule, setAt = 0 } = world.components[id] ?? {};
      return isSetByRule || (status === "Operational" && setAt <= since);
    }),
  );
}

function beginComponents(input: Input, wanted: Statuses): Decision {
  const { components } = input.world;
  const own = ownComponents(input, wanted);
  const worse = Object.entries(own).filter(
    ([id, status]) => severity(status) > severity(components[id]?.status ?? status),
  );
  return begunWith(
    input,
    { components: own },
    worse.map(([componentID, status]) => ({ do: "set", componentID, status })),
    worse.length > 0 ? `Set ${countText(worse.length)}.` : "Left all components as they were.",
  );
}

function beginProposal(input: Input, components: Statuses): Decision {
  const { world, newID } = input;
  if (isLeft(input)) return resume(input, components);
  const { joinableID } = world;
  if (joinableID !== undefined) return joinProposal(input, joinableID, components);
  if (!world.mayPropose) return waitForProposals(input);
  const proposalID = newID();
  const actions: Action[] = [{ do: "propose", proposalID, components }];
  return begunWith(input, { proposalID, components }, actions, "Proposed an incident.");
}

/** An incident never makes the status of a component better, nor replaces one that a person has set. */
function beginIncident(input: Input, wanted: Statuses): Decision {
  const { world, newID, now } = input;
  if (isLeft(input)) return resume(input, wanted);
  const own = ownComponents(input, wanted);
  const affected = Object.entries(wanted).flatMap(([id, status]) => {
    const current = world.components[id]?.status ?? "Operational";
    const kept = id in own ? worstStatus([status, current]) : current;
    return kept === "Operational" ? [] : [[id, kept] as const];
  });
  const components = Object.fromEntries(affected);
  if (world.joinableIncident) return joinIncident(input, world.joinableIncident, components);
  const proposalID = newID();
  const actions: Action[] = [
    { do: "propose", proposalID, components },
    { do: "publish", proposalID },
  ];
  const decision = begunWith(input, { proposalID, components }, actions, "Published an incident.");
  return { ...decision, dueAt: now + RETRY_MS };
}

/** The last proposal still waits, or its incident is open. */
function isLeft({ episode: { last }, world }: Input): boolean {
  return last !== null && (last.proposalID in world.proposals || last.proposalID in world.incidents);
}

/** A proposal to resolve the incident is withdrawn, unless somebody has edited it. */
function resume(input: Input, components: Statuses): Decision {
  const { proposalID = null, resolutionID = null } = input.episode.last ?? {};
  const resolution = resolutionID === null ? undefined : input.world.proposals[resolutionID];
  const actions: Action[] =
    resolution && resolutionID !== null && !resolution.isEdited
      ? [{ do: "withdraw", proposalID: resolutionID }]
      : [];
  return begunWith(
    input,
    { proposalID, components },
    actions,
    "Went on with what was left of the last time.",
  );
}

function joinProposal(input: Input, proposalID: string, components: Statuses): Decision {
  const known = input.world.proposals[proposalID]?.components ?? {};
  const added = Object.entries(components).filter(([id, status]) => {
    const before = known[id];
    return before === undefined || severity(status) > severity(before);
  });
  const all = { ...known, ...Object.fromEntries(added) };
  const actions: Action[] = added.length > 0 ? [{ do: "extend", proposalID, components: all }] : [];
  return begunWith(input, { proposalID, components }, actions, "Joined the proposal of another rule.");
}

function joinIncident(
  input: Input,
  { proposalID, incidentID }: { proposalID: string; incidentID: string },
  components: Statuses,
): Decision {
  const actions: Action[] =
    Object.keys(components).length > 0 ? [{ do: "affect", incidentID, components }] : [];
  return begunWith(input, { proposalID, components }, actions, "Joined the incident of another rule.");
}

function begunWith(
  { rule, episode, now }: Input,
  what: Partial<Begun>,
  actions: Action[],
  text: string,
): Decision {
  const [first] = firingAlerts(episode).sort((one, other) => one.since - other.since);
  const begun = { mode: rule.mode, at: now, proposalID: null, components: {}, ...what };
  const state = { ...episode, begun, last: null };
  return { episode: addToLog(state, now, `${first?.title || "Alert"}: ${text}`), actions, dueAt: undefined };
}
