import { isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import { isOpen, type Notice, type NoticeChange, type NoticeStatus, type PlannedWindow } from "../domain.ts";

/**
 * The window after a change at `now`. An early start moves it, an early end cuts it, and an earlier status brings the planned time
 * back. A time in the change itself stays.
 */
export function windowAfter(
  before: PlannedWindow & { status: NoticeStatus },
  { status = before.status, ...change }: NoticeChange,
  now: string,
): PlannedWindow {
  const { startAt = before.startAt, endAt = before.endAt } = change;
  if (before.startAt === null || startAt === null || endAt === null) return { startAt, endAt };
  const thisMinute = isoTime(Math.floor(Date.parse(now) / MINUTE_MS) * MINUTE_MS);
  const { plannedStartAt = null, plannedEndAt = null } = before;
  const window = { startAt, endAt, plannedStartAt, plannedEndAt };
  const reopens = !isOpen(before) && isOpen({ status });
  if (change.endAt !== undefined) window.plannedEndAt = null;
  else if (reopens && plannedEndAt !== null && plannedEndAt > now) window.endAt = plannedEndAt;

  const returns = status === "Scheduled" && plannedStartAt !== null && plannedStartAt > now;
  if (change.startAt !== undefined) window.plannedStartAt = null;
  else if (startsEarly(before, status, now)) {
    window.plannedStartAt = startAt;
    window.startAt = thisMinute;
  } else if (returns) window.startAt = plannedStartAt;
  const moved = Date.parse(window.startAt) - Date.parse(startAt);
  if (change.endAt === undefined) window.endAt = isoTime(Date.parse(window.endAt) + moved);

  if (change.endAt === undefined && isOpen(before) && status === "Completed" && window.endAt > now) {
    window.plannedEndAt = window.endAt;
    const nextMinute = isoTime(Date.parse(window.startAt) + MINUTE_MS);
    window.endAt = thisMinute > window.startAt ? thisMinute : nextMinute;
  }
  return window;
}

export function startsEarly(
  before: Pick<Notice, "status" | "startAt">,
  status: NoticeStatus,
  now: string,
): boolean {
  return (
    before.status === "Scheduled" && status !== "Scheduled" && before.startAt !== null && before.startAt > now
  );
}
