import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { isOpen, isRunning } from "../../../worker/notices/domain.ts";
import type { ComponentRow } from "./convert-components.ts";
import type { ConvertedNotice } from "./convert-notices.ts";
import { groupBy } from "./group-by.ts";

interface Change {
  status: ComponentStatus;
  at: string;
  cause: string;
}

export interface StatusChangeRow extends Change {
  id: number;
  componentID: string;
}

/** The history of each component, from which uptime is computed: how updates changed it, and its status now. */
export function toStatusChanges(components: ComponentRow[], notices: ConvertedNotice[]): StatusChangeRow[] {
  const events = groupBy(notices.flatMap(toEvents), ({ componentID }) => componentID);
  const noticesByID = noticesByComponent(notices);
  const rows = components.flatMap((component) => {
    const ownEvents = (events.get(component.componentID) ?? []).toSorted((one, other) =>
      compare(one.at, other.at),
    );
    return componentHistory(component, ownEvents, noticesByID.get(component.componentID) ?? []).map(
      (change) => ({
        componentID: component.componentID,
        ...change,
      }),
    );
  });
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}

function noticesByComponent(notices: ConvertedNotice[]): Map<string, ConvertedNotice[]> {
  const byID = new Map<string, ConvertedNotice[]>();
  for (const notice of notices)
    for (const { componentID } of notice.affected) {
      const own = byID.get(componentID) ?? [];
      own.push(notice);
      byID.set(componentID, own);
    }
  return byID;
}

function toEvents({ noticeID, kind, updates }: ConvertedNotice) {
  // The statuses of a scheduled maintenance are a plan.
  return updates
    .filter(({ status }) => status !== "Scheduled")
    .flatMap(({ createdAt, changes }) =>
      changes
        // An update that doesn't change a component says nothing about what it was before.
        .filter(({ oldStatus, newStatus }) => oldStatus !== newStatus)
        .map(({ componentID, newStatus }) => ({
          componentID,
          status: newStatus,
          at: createdAt,
          cause: `${kind}:${noticeID}`,
        })),
    );
}

function componentHistory(
  { createdAt, updatedAt, status: current }: ComponentRow,
  events: Change[],
  ownNotices: ConvertedNotice[],
): Change[] {
  const changes: Change[] = [{ status: "Operational", at: createdAt, cause: "created" }];
  for (const { status, at, cause } of events) append(status, at, cause);
  if (changes.at(-1)?.status !== current) append(current, updatedAt, presentCause());
  return changes;

  function append(status: ComponentStatus, at: string, cause: string): void {
    const last = changes.at(-1);
    if (last?.status === status) return;
    changes.push({ status, at: last !== undefined && last.at > at ? last.at : at, cause });
  }

  /** A maintenance restores a component at its end only if a notice gave it its status. */
  function presentCause(): string {
    const running = ownNotices.find((notice) =>
      current === "Under Maintenance"
        ? isRunning(notice.status)
        : notice.kind === "incident" && isOpen(notice),
    );
    return running ? `${running.kind}:${running.noticeID}` : "administrator";
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
