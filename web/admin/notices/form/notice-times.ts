import { isOpen, lastChangeTo, type Notice } from "../../../../worker/notices/domain.ts";
import { formatDateTime, formatRange, unbrokenDuration } from "../../times/dates.ts";

export function noticeTimes(notice: Notice): { when: string; duration: string } {
  const { startAt, endAt, createdAt } = notice;
  if (startAt !== null && endAt !== null)
    return {
      when: `scheduled for ${formatRange(startAt, endAt)}`,
      duration: `${unbrokenDuration(startAt, endAt)} long`,
    };
  const resolvedAt = isOpen(notice) ? undefined : lastChangeTo(notice, notice.status);
  return {
    when: `began at ${formatDateTime(createdAt)}`,
    duration: resolvedAt
      ? `lasted ${unbrokenDuration(createdAt, resolvedAt)}`
      : `open for ${unbrokenDuration(createdAt, new Date().toISOString())}`,
  };
}
