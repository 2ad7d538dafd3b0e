import {
  isOpen,
  lastChangeTo,
  type NoticeUpdate,
  noticePath,
  type ShownNotice,
} from "../../../worker/notices/domain.ts";
import { bytesIn, escapedBytes } from "./choose-detail.ts";
import { messageHTML } from "./markdown.tsx";

export interface NoticeView
  extends Pick<ShownNotice, "name" | "status" | "components" | "componentCount" | "shortened"> {
  path: string;
  /** Only for a resolved incident. */
  ended?: { from: string; minutes: number };
  /** Only for a maintenance. */
  window?: { from: string; to: string };
  updates: UpdateView[];
}

export interface UpdateView extends Pick<NoticeUpdate, "noticeUpdateID" | "status" | "createdAt"> {
  /** Empty without a message. */
  html: string;
}

export function noticeView(notice: ShownNotice): NoticeView {
  const { components, updates, shortened } = notice;
  return {
    ...briefNoticeView(notice),
    ...{ components, shortened },
    updates: updates.map(({ noticeUpdateID, status, message, createdAt }) => ({
      ...{ noticeUpdateID, status, createdAt },
      html: messageHTML(message),
    })),
  };
}

function briefNoticeView(notice: ShownNotice): NoticeView {
  const { name, status, componentCount, startAt, endAt } = notice;
  const common = { name, status, componentCount, path: noticePath(notice) };
  const brief = { ...common, components: [], updates: [], shortened: true };
  if (startAt !== null && endAt !== null) return { ...brief, window: { from: startAt, to: endAt } };
  return isOpen(notice) ? brief : { ...brief, ended: endedOf(notice) };
}

/** A reopened incident ends when it is resolved for the last time. */
function endedOf(notice: ShownNotice): { from: string; minutes: number } {
  const { createdAt } = notice;
  const end = Date.parse(lastChangeTo(notice, "Resolved") ?? createdAt);
  return { from: createdAt, minutes: Math.floor((end - Date.parse(createdAt)) / 60_000) };
}

/** An estimate; the constants stand for the markup around the texts. */
function noticeBytes({ name, components, updates }: NoticeView): number {
  const ofComponents = components.reduce((sum, component) => sum + 150 + escapedBytes(component.name), 0);
  const ofUpdates = updates.reduce((sum, { html }) => sum + 250 + bytesIn(html), 0);
  return 800 + escapedBytes(name) + ofComponents + ofUpdates;
}

export const noticeForms = { full: noticeView, brief: briefNoticeView, bytesOf: noticeBytes };
