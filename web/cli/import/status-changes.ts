import { type ComponentStatus, worstStatus } from "../../../worker/components/domain.ts";
import { isOpen, isRunning } from "../../../worker/notices/domain.ts";
import type { ComponentRow } from "./convert-components.ts";
import type { ConvertedNotice } from "./convert-notices.ts";
import { groupBy } from "./group-by.ts";
import type { Notes } from "./notes.ts";

interface Change {
  status: ComponentStatus;
  at: string;
  cause: string;
}

export interface StatusChangeRow extends Change {
  id: number;
  componentID: string;
  earlierThatDay: null;
}

/** A day has no more in Daymark, so that reading uptime stays cheap. */
const MAX_CHANGES_PER_DAY = 4;

/** The history of each component, from which uptime is computed: how updates changed it, and its status now. */
export function statusChangesOf(
  components: ComponentRow[],
  notices: ConvertedNotice[],
  notes: Notes,
): StatusChangeRow[] {
  const events = groupBy(notices.flatMap(eventsOf), ({ componentID }) => componentID);
  const noticesByID = noticesByComponent(notices);
  const rows = components.flatMap((component) => {
    const ownEvents = (events.get(component.componentID) ?? []).toSorted((one, other) =>
      compare(one.at, other.at),
    );
    return historyOf(component, ownEvents, noticesByID.get(component.componentID) ?? [], notes).map(
      (change) => ({
        componentID: component.componentID,
        ...change,
      }),
    );
  });
  return rows.map((row, index) => ({ id: index + 1, ...row, earlierThatDay: null }));
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

function eventsOf({ noticeID, kind, updates }: ConvertedNotice) {
  // The statuses of a scheduled maintenance are a plan.
  return updates
    .filter(({ status }) => status !== "Scheduled")
    .flatMap(({ createdAt, changes }) =>
      changes
        // An update that doesn't change a component says nothing about what it was before.
        .filter(({ oldStatus, newStatus }) => oldStatus !== newStatus)
        .map(({ componentID, newStatus }) => ({
          ...{ componentID, status: newStatus, at: createdAt, cause: `${kind}:${noticeID}` },
        })),
    );
}

function historyOf(
  { createdAt, updatedAt, status: current }: ComponentRow,
  events: Change[],
  ownNotices: ConvertedNotice[],
  notes: Notes,
): Change[] {
  const changes: Change[] = [{ status: "Operational", at: createdAt, cause: "created" }];
  for (const { status, at, cause } of events) append(status, at, cause);
  if (changes.at(-1)?.status !== current) append(current, updatedAt, causeOfNow());
  return [...groupBy(changes, ({ at }) => at.slice(0, 10)).values()].flatMap((day) => {
    if (day.length <= MAX_CHANGES_PER_DAY) return day;
    notes.add("busyDay");
    return summaryOf(day);
  });

  function append(status: ComponentStatus, at: string, cause: string): void {
    const last = changes.at(-1);
    if (last?.status === status) return;
    changes.push({ status, at: last !== undefined && last.at > at ? last.at : at, cause });
  }

  /** A maintenance restores a component at its end only if a notice gave it its status. */
  function causeOfNow(): string {
    const running = ownNotices.find((notice) =>
      current === "Under Maintenance"
        ? isRunning(notice.status)
        : notice.kind === "incident" && isOpen(notice),
    );
    return running ? `${running.kind}:${running.noticeID}` : "administrator";
  }
}

/** Never better than it was. The first row of all stays, because it says when the component began. */
function summaryOf(day: Change[]): Change[] {
  const begin = day.filter(({ cause }) => cause === "created");
  const [first, ...others] = day.slice(begin.length);
  const last = others.at(-1);
  if (!first || !last) return day;
  const worst = worstStatus([first, ...others.slice(0, -1)].map(({ status }) => status));
  return [...begin, { ...first, status: worst }, last];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
