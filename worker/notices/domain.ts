import type { ComponentStatus, StatusColor } from "../components/domain.ts";

/** In the order of the drop-down. A new notice has the first. */
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
  restoreComponents?: boolean | undefined;
}

export type NewNotice = NoticeChange & { name: string; status: NoticeStatus };

export function appendsUpdate({ status, message, components }: NoticeChange): boolean {
  return [status, message, components].some((field) => field !== undefined);
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
    status: ComponentStatus;
    deleted?: true | undefined;
  }[];
  startAt: string | null;
  endAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Newest first. */
  updates: NoticeUpdate[];
}

export interface ShownNotice extends Notice {
  shortened: boolean;
  /** The count of all affected components; `components` has the worst of them. */
  componentCount: number;
  lastWords: string;
}

export function noticePath({ kind, noticeID }: Pick<Notice, "kind" | "noticeID">): string {
  return `/${kind}s/${noticeID}`;
}

export function beginsAt({ startAt, createdAt }: Pick<Notice, "startAt" | "createdAt">): string {
  return startAt ?? createdAt;
}

/** Returns the time of the change that led to `status`, not of later updates that repeat it. */
export function lastChangeTo({ updates }: Pick<Notice, "updates">, status: NoticeStatus): string | undefined {
  const newest = updates.findIndex((update) => update.status === status);
  if (newest === -1) return undefined;
  const before = updates.findIndex((update, at) => at > newest && update.status !== status);
  return updates.at(before === -1 ? -1 : before - 1)?.createdAt;
}
