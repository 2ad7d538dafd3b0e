import type { ComponentStatus, StatusColor } from "../../../../worker/components/domain.ts";
import {
  impactColor,
  isOpen,
  lastChangeTo,
  type NoticeUpdate,
  noticePath,
  noticePhase,
  type ShownNotice,
} from "../../../../worker/notices/domain.ts";
import { postmortemPath } from "../../../../worker/notices/postmortem/domain.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { messageHTML } from "../../../shared/message-html.ts";
import { bytesIn, escapedBytes } from "../choose-detail.ts";

export interface NoticeView
  extends Pick<ShownNotice, "name" | "status" | "components" | "componentCount" | "isShortened"> {
  path: string;
  /** It is set only while the notice applies. */
  impact?: StatusColor;
  /** In a list, it is set only for a resolved incident. */
  span?: { from: string; minutes: number; isOngoing: boolean } | undefined;
  /** It is set only on the notice's own page. */
  worstStatuses?: Map<string, ComponentStatus>;
  /** It is set only for an open incident. */
  began?: string;
  isBackfilled?: boolean | undefined;
  postmortem?: string;
  window?: { from: string; to: string };
  updates: UpdateView[];
}

export interface UpdateView extends Pick<NoticeUpdate, "noticeUpdateID" | "status" | "createdAt"> {
  html: string;
}

export function noticeView(notice: ShownNotice): NoticeView {
  const { components, updates, isShortened } = notice;
  return {
    ...briefNoticeView(notice),
    components,
    isShortened,
    updates: updates.map(({ noticeUpdateID, status, message, createdAt }) => ({
      noticeUpdateID,
      status,
      createdAt,
      html: messageHTML(message),
    })),
  };
}

function briefNoticeView(notice: ShownNotice): NoticeView {
  const { name, status, componentCount, startAt, endAt, postmortemPublishedAt, isBackfilled } = notice;
  const common = {
    name,
    status,
    componentCount,
    isBackfilled,
    path: noticePath(notice),
    ...(noticePhase(notice) === "now" && { impact: impactColor(notice) }),
    ...(postmortemPublishedAt && { postmortem: postmortemPath(notice.noticeID) }),
  };
  const brief = { ...common, components: [], updates: [], isShortened: true };
  if (startAt !== null && endAt !== null) return { ...brief, window: { from: startAt, to: endAt } };
  return isOpen(notice) ? { ...brief, began: notice.createdAt } : { ...brief, span: pastSpan(notice) };
}

/** A reopened incident ends when it is resolved for the last time. */
function pastSpan(notice: ShownNotice): NoticeView["span"] {
  const { createdAt } = notice;
  const end = Date.parse(lastChangeTo(notice, "Resolved") ?? createdAt);
  const minutes = Math.floor((end - Date.parse(createdAt)) / MINUTE_MS);
  return { from: createdAt, minutes, isOngoing: false };
}

/** An estimate; the constants stand for the markup around the texts. */
function noticeBytes({ name, components, updates }: NoticeView): number {
  const ofComponents = components.reduce((sum, component) => sum + 150 + escapedBytes(component.name), 0);
  const ofUpdates = updates.reduce((sum, { html }) => sum + 250 + bytesIn(html), 0);
  return 800 + escapedBytes(name) + ofComponents + ofUpdates;
}

export const noticeForms = { full: noticeView, brief: briefNoticeView, byteLength: noticeBytes };
