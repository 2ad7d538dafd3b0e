import {
  type ComponentStatus,
  componentColor,
  type StatusColor,
  severity,
  worstStatus,
} from "../components/domain.ts";

/** A feed without one is about the whole page. */
export type Topic = { componentID: string } | { groupID: string };

/** A notice is an incident or a maintenance. The statuses are in the order of the drop-down; a new notice has the first. */
export const noticeStatuses = {
  incident: ["Investigating", "Identified", "Monitoring", "Resolved"],
  maintenance: ["Scheduled", "In Progress", "Verifying", "Completed"],
} as const;

export type NoticeKind = keyof typeof noticeStatuses;
export const noticeKinds = ["incident", "maintenance"] as const satisfies NoticeKind[];
export type StatusOf<Kind extends NoticeKind> = (typeof noticeStatuses)[Kind][number];
export type NoticeStatus = StatusOf<NoticeKind>;

export const noticeColors: Record<NoticeStatus, StatusColor> = {
  Investigating: "red",
  Identified: "orange",
  Monitoring: "blue",
  Resolved: "green",
  Scheduled: "blue",
  "In Progress": "orange",
  Verifying: "blue",
  Completed: "green",
};

export const openStatuses = {
  incident: ["Investigating", "Identified", "Monitoring"],
  maintenance: ["Scheduled", "In Progress", "Verifying"],
} as const satisfies Record<NoticeKind, readonly NoticeStatus[]>;

export const runningStatuses = ["In Progress", "Verifying"] as const satisfies readonly NoticeStatus[];

export function isOpen({ status }: { status: string }): boolean {
  return status !== "Resolved" && status !== "Completed";
}

export function isRunning(status: string | null): boolean {
  return runningStatuses.some((running) => running === status);
}

export function noticePhase(notice: { status: string }): "planned" | "now" | "past" {
  if (notice.status === "Scheduled") return "planned";
  return isOpen(notice) ? "now" : "past";
}

export interface NoticeUpdate {
  noticeUpdateID: string;
  noticeID: string;
  status: NoticeStatus;
  message: string;
  createdAt: string;
  updatedAt: string;
}

export interface NoticeUpdateChange {
  status?: NoticeStatus | undefined;
  message?: string | undefined;
  createdAt?: string | undefined;
}

export interface NoticeChange {
  name?: string | undefined;
  status?: NoticeStatus | undefined;
  message?: string | undefined;
  components?: { componentID: string; status: ComponentStatus }[] | undefined;
  createdAt?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  notifySubscribers?: boolean | undefined;
  tellNewTime?: boolean | undefined;
  restoreComponents?: boolean | undefined;
}

interface Backfill {
  backfilled?: boolean | undefined;
  resolvedAt?: string | undefined;
  resolvedMessage?: string | undefined;
}

/** A template can give what is missing. */
export type NewNotice = Omit<NoticeChange, "restoreComponents" | "tellNewTime"> &
  Backfill & { templateID?: string | undefined };

export const MAX_NAME_CHARACTERS = 200;
export const MAX_QUERY_CHARACTERS = 100;
export const MAX_MESSAGE_CHARACTERS = 20_000;

export function appendsUpdate({ status, message, components }: NoticeChange): boolean {
  return [status, message, components].some((field) => field !== undefined);
}

export type Window = Pick<Notice, "startAt" | "endAt">;
/** A maintenance's window, with what an early start or end replaced. */
export type PlannedWindow = Window & { plannedStartAt?: string | null; plannedEndAt?: string | null };

function movesWindow({ startAt, endAt }: Window, change: NoticeChange): boolean {
  return (change.startAt ?? startAt) !== startAt || (change.endAt ?? endAt) !== endAt;
}

/** Whether subscribers are notified of a new time of an open maintenance. An update's own email has the time. */
export function notifiesOfNewTime(before: Window & { status: NoticeStatus }, change: NoticeChange): boolean {
  return (
    change.tellNewTime === true && isOpen(before) && !appendsUpdate(change) && movesWindow(before, change)
  );
}

export interface Notice {
  kind: NoticeKind;
  noticeID: string;
  name: string;
  status: NoticeStatus;
  message: string;
  components: {
    componentID: string;
    name: string;
    /** What the notice last said, or what it plans. */
    status: ComponentStatus;
    /** The component's own status, where a page shows it. */
    currentStatus?: ComponentStatus;
    deleted?: true | undefined;
  }[];
  startAt: string | null;
  endAt: string | null;
  plannedStartAt?: string | null;
  plannedEndAt?: string | null;
  createdAt: string;
  updatedAt: string;
  postmortemPublishedAt?: string | null;
  isBackfilled?: boolean;
  /** Newest first. */
  updates: NoticeUpdate[];
}

export interface ShownNotice extends Notice {
  isShortened: boolean;
  /** The count of all affected components; `components` has the worst of them. */
  componentCount: number;
  latestMessage: string;
}

export function noticePath({ kind, noticeID }: Pick<Notice, "kind" | "noticeID">): string {
  return `/${kind}s/${noticeID}`;
}

/** The UTC days of a notice, as in 2026-01-31. */
export interface NoticeDays {
  path: string;
  name: string;
  from: string;
  /** Missing while the notice is open. */
  to?: string;
}

export function noticeStart({ startAt, createdAt }: Pick<Notice, "startAt" | "createdAt">): string {
  return startAt ?? createdAt;
}

/** Returns the time of the change that led to `status`, not of later updates that repeat it. */
export function lastChangeTo({ updates }: Pick<Notice, "updates">, status: NoticeStatus): string | undefined {
  const newest = updates.findIndex((update) => update.status === status);
  if (newest === -1) return undefined;
  const previous = updates.findIndex((update, index) => index > newest && update.status !== status);
  return updates.at(previous === -1 ? -1 : previous - 1)?.createdAt;
}

/** The color of the worst status that a notice gives to a component; the page's banner has the same for it. */
export function impactColor({ kind, components }: Pick<Notice, "kind" | "components">): StatusColor {
  const worst = worstStatus(components.map(({ status }) => status));
  if (worst !== "Operational" && worst !== "Under Maintenance") return componentColor(worst);
  return kind === "incident" ? "yellow" : "blue";
}

export function byImpact(one: Pick<Notice, "components">, other: Pick<Notice, "components">): number {
  const rank = ({ components }: Pick<Notice, "components">) =>
    Math.max(0, ...components.map(({ status }) => severity(status)));
  return rank(other) - rank(one);
}

export interface CurrentSummary {
  openIncidents: number;
  runningMaintenances: number;
  scheduledMaintenances: number;
  /** The statuses that open incidents give to components that are under maintenance. */
  statusesUnderMaintenance: ComponentStatus[];
}

/** The main page loads no more past incidents. With this many, its oldest day may be incomplete. */
export const MAX_PAST_INCIDENTS = 200;
