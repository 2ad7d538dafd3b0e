import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import {
  type NewNotice,
  type Notice,
  type NoticeChange,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import { formatDateTime } from "../dates.ts";
import { changedFields, type Facts } from "../draft.ts";
import { isoTime, type LocalTime, localTime, startOfTomorrow } from "../local-time.ts";
import { noticeTexts } from "./texts.ts";

export interface NoticeDraft {
  name: string;
  status: NoticeStatus;
  message: string;
  startAt?: LocalTime;
  endAt?: LocalTime;
  /** The statuses that the user chose, by componentID: only these are sent. */
  chosen: Readonly<Record<string, ComponentStatus>>;
}

/** An update starts from what is stored, with an empty message. */
export function draftOf(kind: NoticeKind, notice: Notice | undefined): NoticeDraft {
  const empty = { message: "", chosen: {} };
  if (!notice) {
    const window = kind === "maintenance" && { startAt: startOfTomorrow(), endAt: startOfTomorrow() };
    return { name: "", status: noticeStatuses[kind][0], ...window, ...empty };
  }
  const { name, status, startAt, endAt } = notice;
  return {
    name,
    status,
    ...(startAt && { startAt: localTime(startAt) }),
    ...(endAt && { endAt: localTime(endAt) }),
    ...empty,
  };
}

/** Choosing the status that a component already has removes it from the choices. */
export function choose(
  chosen: NoticeDraft["chosen"],
  { componentID }: Component,
  { from, to }: { from: ComponentStatus; to: ComponentStatus },
): NoticeDraft["chosen"] {
  const { [componentID]: _, ...others } = chosen;
  return to === from ? others : { ...others, [componentID]: to };
}

export function newNotice(draft: NoticeDraft): NewNotice {
  const { chosen, ...fields } = draft;
  return { ...fields, ...windowOf(draft), components: chosenComponents(chosen) };
}

export function noticeChange(kind: NoticeKind, notice: Notice | undefined, draft: NoticeDraft): NoticeChange {
  const { chosen: _, message, ...fields } = changedFields(draftOf(kind, notice), draft);
  const components = chosenComponents(draft.chosen);
  return {
    ...fields,
    ...windowOf(fields),
    ...(message?.trim() && { message }),
    ...(components.length > 0 && { components }),
  };
}

/** What another administrator may have changed or added. */
export function factsOf({ kind, name, status, startAt, endAt, components, updates }: Notice): Facts {
  return {
    name: { label: "Name", value: name },
    status: { label: noticeTexts[kind].statusLabel, value: status },
    ...(startAt && { startAt: { label: "Start Time", value: formatDateTime(startAt) } }),
    ...(endAt && { endAt: { label: "End Time", value: formatDateTime(endAt) } }),
    ...Object.fromEntries(
      components.map(({ componentID, name: label, status: value }) => [componentID, { label, value }]),
    ),
    ...Object.fromEntries(
      updates.map(({ noticeUpdateID, status: said, message }) => [
        noticeUpdateID,
        { news: `New update, ${said}: ${message || "no message"}` },
      ]),
    ),
  };
}

/** Whether the window would end before it starts. */
export function isBackwards(draft: NoticeDraft): boolean {
  const { startAt, endAt } = windowOf(draft);
  return Boolean(startAt && endAt && endAt <= startAt);
}

function windowOf({ startAt, endAt }: { startAt?: LocalTime; endAt?: LocalTime }) {
  return {
    ...(startAt !== undefined && { startAt: isoTime(startAt) }),
    ...(endAt !== undefined && { endAt: isoTime(endAt) }),
  };
}

function chosenComponents(chosen: NoticeDraft["chosen"]) {
  return Object.entries(chosen).map(([componentID, status]) => ({ componentID, status }));
}
