import { isOpen, type Notice, type NoticeChange, type NoticeStatus, type Window } from "../notices/domain.ts";
import { isoTime, MINUTE_MS } from "../time/domain.ts";

/**
 * The window of a maintenance after a change at `now`. If it starts early, its window moves to now and keeps its length; if it
 * is completed early, its window ends now. A time that the change has itself stays.
 */
export function windowAfter(
  before: Window & { status: NoticeStatus },
  { status = before.status, ...change }: NoticeChange,
  now: string,
): Window {
  const { startAt = before.startAt, endAt = before.endAt } = change;
  if (before.startAt === null || startAt === null || endAt === null) return { startAt, endAt };
  const thisMinute = isoTime(Math.floor(Date.parse(now) / MINUTE_MS) * MINUTE_MS);
  const window = { startAt, endAt };
  if (change.startAt === undefined && startsEarly(before, status, now)) {
    window.startAt = thisMinute;
    window.endAt = change.endAt ?? isoTime(Date.parse(thisMinute) + Date.parse(endAt) - Date.parse(startAt));
  }
  if (change.endAt === undefined && isOpen(before) && status === "Completed" && window.endAt > now) {
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
