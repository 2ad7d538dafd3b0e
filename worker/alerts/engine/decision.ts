import type { ComponentStatus } from "../../components/domain.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import type { AlertState } from "../domain.ts";
import type { RuleMode } from "../rules/domain.ts";
import { addToLog, type Begun, type EpisodeState, type Timing } from "../rules/episode.ts";

/** By the ID of the component. */
export type Statuses = Record<string, ComponentStatus>;

export function listStatuses(statuses: Statuses) {
  return Object.entries(statuses).map(([componentID, status]) => ({ componentID, status }));
}

export interface Rule extends Timing {
  ruleID: string;
  name: string;
  mode: RuleMode;
  targets: Statuses;
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
  proposals: Record<string, { isEdited: boolean; components: Statuses }>;
  /** By the ID of the proposal that it was published from: those that are open. */
  incidents: Record<string, { incidentID: string; isWrittenOn: boolean }>;
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
  | { do: "propose"; proposalID: string; components: Statuses }
  | { do: "extend"; proposalID: string; components: Statuses }
  | { do: "withdraw"; proposalID: string }
  | { do: "publish"; proposalID: string }
  | { do: "affect"; incidentID: string; components: Statuses }
  | { do: "propose resolution"; proposalID: string; incidentID: string };

export interface Decision {
  episode: EpisodeState;
  actions: Action[];
  /** In milliseconds since the epoch. */
  dueAt: number | undefined;
}

export interface Input {
  rule: Rule;
  episode: EpisodeState;
  world: World;
  now: number;
  newID: () => string;
}

/** A maintenance may last for hours. */
export const RETRY_MS = 5 * MINUTE_MS;

export function listTitles({ alerts }: EpisodeState, state: AlertState): string[] {
  return Object.values(alerts).flatMap((alert) => (alert.state === state && alert.title ? alert.title : []));
}

export function waitForProposals({ episode, now }: Input): Decision {
  const text = "Proposed nothing: too many proposals wait.";
  const isKnown = episode.log[0]?.text === text;
  return { episode: isKnown ? episode : addToLog(episode, now, text), actions: [], dueAt: now + RETRY_MS };
}

export function countText(count: number): string {
  return count === 1 ? "1 component" : `${count} components`;
}
