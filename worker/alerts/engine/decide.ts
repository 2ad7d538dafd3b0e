import { type ComponentStatus, worstStatus } from "../../components/domain.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import type { AlertState } from "../domain.ts";
import type { RuleMode } from "../rules/domain.ts";
import {
  actsAt,
  addToLog,
  type Begun,
  type EpisodeState,
  firingAlerts,
  forgetOldAlerts,
  severity,
  type Timing,
} from "../rules/episode.ts";

export interface Rule extends Timing {
  ruleID: string;
  name: string;
  mode: RuleMode;
  /** By the ID of the component. */
  targets: Record<string, ComponentStatus>;
}

interface ComponentState {
  status: ComponentStatus;
  isSetByRule: boolean;
  /** When it got its status, in milliseconds since the epoch. */
  setAt: number;
  isInMaintenance: boolean;
}

/** What a rule has to know of the page. */
export interface World {
  /** By ID. */
  components: Record<string, ComponentState>;
  /** By ID: those that wait. */
  proposals: Record<string, { isEdited: boolean; components: Record<string, ComponentStatus> }>;
  /** By the ID of the proposal that it was published from. */
  incidents: Record<string, { incidentID: string; isOpen: boolean; isWrittenOn: boolean }>;
  /** What other rules have begun and not ended. */
  others: Begun[];
  /** A proposal or an incident of a rule that is so young that other alerts have the same cause. */
  joinableID: string | undefined;
  joinableIncident: { proposalID: string; incidentID: string } | undefined;
  mayPropose: boolean;
}

export type Action =
  | { do: "notify"; isOver: boolean; titles: string[] }
  | { do: "set"; componentID: string; status: ComponentStatus }
  | { do: "propose"; proposalID: string; components: Record<string, ComponentStatus> }
  | { do: "extend"; proposalID: string; components: Record<string, ComponentStatus> }
  | { do: "withdraw"; proposalID: string }
  | { do: "publish"; proposalID: string }
  | { do: "affect"; incidentID: string; components: Record<string, ComponentStatus> }
  | { do: "propose resolution"; proposalID: string; incidentID: string };

export interface Decision {
  episode: EpisodeState;
  actions: Action[];
  /** In milliseconds since the epoch. */
  dueAt: number | undefined;
}

/** A maintenance may last for hours. */
const RETRY_MS = 5 * MINUTE_MS;

interface Input {
  rule: Rule;
  episode: EpisodeState;
  world: World;
  now: number;
  newID: () => string;
}

/** Decides what a rule does now. It changes nothing that a person has set or written since the rule did. */
export function decide(input: Input): Decision {
  const { rule, now } = input;
  const episode = forgetOldAlerts(input.episode, now);
  const unpublished = findUnpublished(input);
  if (unpublished !== undefined)
    return { episode, actions: [{ do: "publish", proposalID: unpublished }], dueAt: now + RETRY_MS };
  const at = actsAt(episode, rule);
  if (at === undefined || at > now) return { episode, actions: [], dueAt: at };
  return episode.begun ? end({ ...input, episode }, episode.begun) : begin({ ...input, episode });
}

/** Publishing is a write of its own, which may not have happened after the one that made the proposal. */
function findUnpublished({ rule, episode: { begun }, world }: Input): string | undefined {
  if (rule.mode !== "publish" || !begun?.proposalID) return undefined;
  return world.proposals[begun.proposalID]?.isEdited === false ? begun.proposalID : undefined;
}

function begin(input: Input): Decision {
  const { rule, episode, world, now } = input;
  const targets = Object.entries(rule.targets).filter(([id]) => world.components[id]);
  const free = targets.filter(([id]) => !world.components[id]?.isInMaintenance);
  if (targets.length > 0 && free.length === 0) return { episode, actions: [], dueAt: now + RETRY_MS };
  const components = Object.fromEntries(free);
  if (rule.mode === "component") return beginComponents(input, components);
  if (rule.mode === "notify")
    return begun(
      input,
      { components: {} },
      [{ do: "notify", isOver: false, titles: titlesOf(input.episode, "firing") }],
      "Notified the team.",
    );
  return beginProposal(input, components);
}

function titlesOf({ alerts }: EpisodeState, state: AlertState): string[] {
  return Object.values(alerts).flatMap((alert) => (alert.state === state ? alert.title : []));
}

/** A component gets a worse status only if it worked when the alert began, or if a rule has set the one that it has. */
function beginComponents(input: Input, wanted: Record<string, ComponentStatus>): Decision {
  const { components } = input.world;
  const since = Math.min(...firingAlerts(input.episode).map(({ at }) => at));
  const mine = Object.entries(wanted).filter(([id]) => {
    const component = components[id];
    return (
      component && (component.isSetByRule || (component.status === "Operational" && component.setAt <= since))
    );
  });
  const worse = mine.filter(([id, status]) => severity(status) > severity(components[id]?.status ?? status));
  return begun(
    input,
    { components: Object.fromEntries(mine) },
    worse.map(([componentID, status]) => ({ do: "set", componentID, status })),
    worse.length > 0 ? `Set ${countText(worse.length)}.` : "Left all components as they were.",
  );
}

function beginProposal(input: Input, components: Record<string, ComponentStatus>): Decision {
  const { rule, world, newID } = input;
  if (isLeft(input)) return resume(input, components);
  if (rule.mode === "publish" && world.joinableIncident) return joinIncident(input, components);
  if (rule.mode === "propose" && world.joinableID !== undefined)
    return joinProposal(input, world.joinableID, components);
  if (!world.mayPropose) return tooMany(input);
  const proposalID = newID();
  const actions: Action[] = [{ do: "propose", proposalID, components }];
  if (rule.mode === "propose")
    return begun(input, { proposalID, components }, actions, "Proposed an incident.");
  actions.push({ do: "publish", proposalID });
  const decision = begun(input, { proposalID, components }, actions, "Published an incident.");
  return { ...decision, dueAt: input.now + RETRY_MS };
}

/** The last proposal still waits, or its incident is open. */
function isLeft({ episode: { last }, world }: Input): boolean {
  return (
    last !== null && (last.proposalID in world.proposals || world.incidents[last.proposalID]?.isOpen === true)
  );
}

/** A proposal to resolve the incident is withdrawn, unless somebody has edited it. */
function resume(input: Input, components: Record<string, ComponentStatus>): Decision {
  const { proposalID = null, resolutionID = null } = input.episode.last ?? {};
  const resolution = resolutionID === null ? undefined : input.world.proposals[resolutionID];
  const actions: Action[] =
    resolution && resolutionID !== null && !resolution.isEdited
      ? [{ do: "withdraw", proposalID: resolutionID }]
      : [];
  return begun(input, { proposalID, components }, actions, "Went on with what was left of the last time.");
}

function joinProposal(
  input: Input,
  proposalID: string,
  components: Record<string, ComponentStatus>,
): Decision {
  const known = input.world.proposals[proposalID]?.components ?? {};
  const added = worseOf(known, components);
  const actions: Action[] =
    Object.keys(added).length > 0 ? [{ do: "extend", proposalID, components: { ...known, ...added } }] : [];
  return begun(input, { proposalID, components }, actions, "Joined the proposal of another rule.");
}

function joinIncident(input: Input, components: Record<string, ComponentStatus>): Decision {
  const { proposalID = null, incidentID = "" } = input.world.joinableIncident ?? {};
  const actions: Action[] =
    Object.keys(components).length > 0 ? [{ do: "affect", incidentID, components }] : [];
  return begun(input, { proposalID, components }, actions, "Joined the incident of another rule.");
}

function tooMany({ episode, now }: Input): Decision {
  const text = "Proposed nothing: too many proposals wait.";
  const isKnown = episode.log[0]?.text === text;
  return {
    episode: isKnown ? episode : addToLog(episode, now, text),
    actions: [],
    dueAt: now + RETRY_MS,
  };
}

function begun(
  { episode, now }: Input,
  what: Partial<Begun> & Pick<Begun, "components">,
  actions: Action[],
  text: string,
): Decision {
  const first = firingAlerts(episode).sort((one, other) => one.at - other.at)[0];
  const state = { ...episode, begun: { proposalID: null, ...what }, last: null };
  return { episode: addToLog(state, now, `${first?.title ?? "Alert"}: ${text}`), actions, dueAt: undefined };
}

function end(input: Input, before: Begun): Decision {
  const { rule, world, episode, now } = input;
  const names = Object.keys(before.components);
  // Nothing acts during a maintenance of a component.
  if (rule.mode === "component" && names.some((id) => world.components[id]?.isInMaintenance))
    return { episode, actions: [], dueAt: now + RETRY_MS };
  if (rule.mode === "notify")
    return ended(
      input,
      [{ do: "notify", isOver: true, titles: titlesOf(input.episode, "resolved") }],
      "Told the team that it is over.",
    );
  if (before.proposalID !== null) return endProposal(input, before.proposalID);
  const restored = names.flatMap((componentID) => restore(world, componentID));
  return ended(
    input,
    restored,
    restored.length > 0 ? `Gave back ${countText(restored.length)}.` : "Left all components as they were.",
  );
}

/** The worst that another rule still sees, or Operational, from which rules begin. What a person has set since stays. */
function restore({ components, others }: World, componentID: string): Action[] {
  const current = components[componentID];
  if (!current?.isSetByRule) return [];
  // What is only proposed, or published with an incident, is not this component's own status.
  const setting = others.filter(({ proposalID }) => proposalID === null);
  const seen = setting.flatMap((each) => each.components[componentID] ?? []);
  const status = worstStatus(seen);
  return status === current.status ? [] : [{ do: "set", componentID, status }];
}

function endProposal(input: Input, proposalID: string): Decision {
  const { rule, world, episode, newID } = input;
  const isShared = world.others.some((other) => other.proposalID === proposalID);
  if (isShared) return ended(input, [], "Another rule still has an alert for the same incident.");
  const left = (resolutionID: string | null) => ({
    ...input,
    episode: { ...episode, last: { proposalID, resolutionID } },
  });
  const proposal = world.proposals[proposalID];
  if (proposal?.isEdited) return ended(left(null), [], "Left the proposal, because somebody has edited it.");
  if (proposal) return ended(input, [{ do: "withdraw", proposalID }], "Withdrew the proposal.");
  const incident = world.incidents[proposalID];
  if (!incident?.isOpen) return ended(input, [], "Nothing was left to end.");
  if (!world.mayPropose) return tooMany(input);
  const { incidentID } = incident;
  const resolutionID = newID();
  const actions: Action[] = [{ do: "propose resolution", proposalID: resolutionID, incidentID }];
  if (rule.mode !== "publish" || incident.isWrittenOn)
    return ended(left(resolutionID), actions, "Proposed to resolve the incident.");
  actions.push({ do: "publish", proposalID: resolutionID });
  return ended(input, actions, "Resolved the incident.");
}

function ended({ episode, now }: Input, actions: Action[], text: string): Decision {
  return { episode: addToLog({ ...episode, begun: null }, now, text), actions, dueAt: undefined };
}

/** @returns those that are not in `before`, or better there */
function worseOf(before: Record<string, ComponentStatus>, wanted: Record<string, ComponentStatus>) {
  return Object.fromEntries(
    Object.entries(wanted).filter(([id, status]) => {
      const known = before[id];
      return known === undefined || severity(status) > severity(known);
    }),
  );
}

function countText(count: number): string {
  return count === 1 ? "1 component" : `${count} components`;
}
