import type { ComponentStatus, StatusColor } from "../components/domain.ts";

/** What can be posted about components. Statuses are in the order of the drop-down; a new notice has the first. */
export const noticeStatuses = {
  incident: ["Investigating", "Identified", "Monitoring", "Resolved"],
  maintenance: ["Scheduled", "In Progress", "Verifying", "Completed"],
} as const;

export type NoticeKind = keyof typeof noticeStatuses;
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

/** Those of notices that are not over. */
export const openStatuses = {
  incident: ["Investigating", "Identified", "Monitoring"],
  maintenance: ["Scheduled", "In Progress", "Verifying"],
} as const satisfies Record<NoticeKind, readonly NoticeStatus[]>;

/** Those of a maintenance between its start and its end. */
export const runningStatuses = ["In Progress", "Verifying"] as const satisfies readonly NoticeStatus[];

export function isOpen({ status }: { status: string }): boolean {
  return status !== "Resolved" && status !== "Completed";
}

export function isRunning(status: string | null): boolean {
  return runningStatuses.some((running) => running === status);
}

/** What a notice says about a component holds now only. */
export function phaseOf(notice: { status: string }): "planned" | "now" | "past" {
  if (notice.status === "Scheduled") return "planned";
  return isOpen(notice) ? "now" : "past";
}

export interface NoticeUpdate {
  noticeUpdateID: string;
  noticeID: string;
  status: NoticeStatus;
  /** Markdown. */
  message: string;
  createdAt: string;
  updatedAt: string;
}

/** What can be corrected about an update. */
export interface NoticeUpdateChange {
  status?: NoticeStatus | undefined;
  message?: string | undefined;
  createdAt?: string | undefined;
}

/** The fields that the PATCH of a notice accepts. */
export interface NoticeChange {
  name?: string | undefined;
  status?: NoticeStatus | undefined;
  message?: string | undefined;
  components?: { componentID: string; status: ComponentStatus }[] | undefined;
  createdAt?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  notifySubscribers?: boolean | undefined;
  restoreComponents?: boolean | undefined;
}

export type NewNotice = NoticeChange & { name: string; status: NoticeStatus };

/** An update is appended for these fields; the others change the notice itself. */
export function appendsUpdate({ status, message, components }: NoticeChange): boolean {
  return [status, message, components].some((field) => field !== undefined);
}

/** An incident or a maintenance, in the same words for both: only the API has words of its own for each. */
export interface Notice {
  kind: NoticeKind;
  noticeID: string;
  name: string;
  status: NoticeStatus;
  message: string;
  components: {
    componentID: string;
    name: string;
    status: ComponentStatus;
    deleted?: true | undefined;
  }[];
  /** A maintenance's window; an incident has none. */
  startAt: string | null;
  endAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Newest first. */
  updates: NoticeUpdate[];
}

/** A notice as pages and feeds show it: what has been left out is on its own page. */
export interface ShownNotice extends Notice {
  /** Whether it has more updates or more text than this. */
  shortened: boolean;
  /** All that it has touched; `components` are the worst of them. */
  componentCount: number;
  /** The newest message that has words; its newest update may have none. */
  lastWords: string;
}

/** The path of a notice's page. */
export function noticePath({ kind, noticeID }: Pick<Notice, "kind" | "noticeID">): string {
  return `/${kind}s/${noticeID}`;
}

/** When an incident began, or when a maintenance begins. */
export function beginsAt({ startAt, createdAt }: Pick<Notice, "startAt" | "createdAt">): string {
  return startAt ?? createdAt;
}

/** When a notice last went to a status; undefined where none of its updates says that it did. */
export function lastChangeTo({ updates }: Pick<Notice, "updates">, status: NoticeStatus): string | undefined {
  const newest = updates.findIndex((update) => update.status === status);
  if (newest === -1) return undefined;
  const before = updates.findIndex((update, at) => at > newest && update.status !== status);
  return updates.at(before === -1 ? -1 : before - 1)?.createdAt;
}
