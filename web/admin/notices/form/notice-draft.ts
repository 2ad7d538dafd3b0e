import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import {
  type NewNotice,
  type Notice,
  type NoticeChange,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../../../../worker/notices/domain.ts";
import { startsEarly } from "../../../../worker/notices/maintenance/domain.ts";
import { changedFields } from "../../drafts/draft-fields.ts";
import type { ComparedFields } from "../../drafts/form.ts";
import { formatDateTime } from "../../times/dates.ts";
import { isoTime, type LocalTime, localTime, startOfTomorrow } from "../../times/local-time.ts";
import { noticeTexts } from "../texts.ts";

/** The incident is over when it is added. */
export interface Over {
  startAt: LocalTime;
  endAt: LocalTime;
  message: string;
}

export interface NoticeDraft {
  name: string;
  status: NoticeStatus;
  message: string;
  startAt?: LocalTime;
  endAt?: LocalTime;
  over?: Over | undefined;
  /** The start of an incident, if it is not the stored one or the present. */
  createdAt?: LocalTime | undefined;
  notifySubscribers: boolean;
  tellNewTime: boolean;
  restoreComponents: boolean;
  /** Whether a maintenance that starts early gets a window that starts now. */
  movesWindow: boolean;
  /** The statuses that the user chose, by componentID: only these are sent. */
  components: Readonly<Record<string, ComponentStatus>>;
}

/** An update starts from what is stored, with an empty message. */
export function toDraft(kind: NoticeKind, notice: Notice | undefined): NoticeDraft {
  const empty = {
    message: "",
    notifySubscribers: true,
    tellNewTime: false,
    restoreComponents: true,
    movesWindow: true,
    components: {},
  };
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

/** Choosing the status that a component already has removes it from the choices, unless it is to be kept. */
export function choose(
  chosen: NoticeDraft["components"],
  { componentID }: Component,
  { from, to, isKept }: { from: ComponentStatus; to: ComponentStatus; isKept: boolean },
): NoticeDraft["components"] {
  const { [componentID]: _, ...others } = chosen;
  return to === from && !isKept ? others : { ...others, [componentID]: to };
}

/** The status that an operational component gets when one press says that it is affected. */
export const affectedStatuses: Record<NoticeKind, ComponentStatus> = {
  incident: "Partial Outage",
  maintenance: "Under Maintenance",
};

/** A component that has another status than Operational keeps it, and is affected from now on. */
export function toggle(
  chosen: NoticeDraft["components"],
  { componentID }: Component,
  { from, severity }: { from: ComponentStatus; severity: ComponentStatus },
): NoticeDraft["components"] {
  const { [componentID]: current, ...others } = chosen;
  if (current !== undefined) return others;
  return { ...others, [componentID]: from === "Operational" ? severity : from };
}

export function newNotice(draft: NoticeDraft): NewNotice {
  const {
    components: chosen,
    over,
    createdAt: beganAt,
    notifySubscribers: _,
    tellNewTime: __,
    restoreComponents: ___,
    movesWindow: ____,
    ...fields
  } = draft;
  return {
    ...fields,
    ...toWindow(draft),
    ...(beganAt !== undefined && { createdAt: isoTime(beganAt) }),
    ...(over && toBackfill(over)),
    components: chosenComponents(chosen),
  };
}

function toBackfill({ startAt, endAt, message }: Over) {
  return {
    backfilled: true,
    createdAt: isoTime(startAt),
    resolvedAt: isoTime(endAt),
    resolvedMessage: message,
  };
}

export function noticeChange(kind: NoticeKind, notice: Notice | undefined, draft: NoticeDraft): NoticeChange {
  const changed = changedFields(toDraft(kind, notice), draft);
  const {
    components: _,
    over: __,
    notifySubscribers: ___,
    tellNewTime: ____,
    restoreComponents: _____,
    movesWindow: ______,
    createdAt: beganAt,
    message,
    ...fields
  } = changed;
  const components = chosenComponents(draft.components);
  return {
    ...fields,
    ...toWindow(fields),
    ...(beganAt !== undefined &&
      notice &&
      beganAt !== localTime(notice.createdAt) && { createdAt: isoTime(beganAt) }),
    ...(message?.trim() && { message }),
    ...(components.length > 0 && { components }),
  };
}

export function comparedFields(notice: Notice): ComparedFields {
  const { kind, name, status, startAt, endAt, createdAt, components, updates } = notice;
  return {
    name: { label: "Name", value: name },
    status: { label: noticeTexts[kind].statusLabel, value: status },
    ...(kind === "incident" && { createdAt: { label: "Began at", value: formatDateTime(createdAt) } }),
    ...(startAt && { startAt: { label: "Start Time", value: formatDateTime(startAt) } }),
    ...(endAt && { endAt: { label: "End Time", value: formatDateTime(endAt) } }),
    ...Object.fromEntries(
      components.map(({ componentID, name: label, status: value }) => [componentID, { label, value }]),
    ),
    ...Object.fromEntries(
      updates.map(({ noticeUpdateID, status: updateStatus, message }) => [
        noticeUpdateID,
        { news: `New update, ${updateStatus}: ${message || "no message"}` },
      ]),
    ),
  };
}

/**
 * The times to send with a change if the window of a maintenance that starts early stays as it is: the API moves no window whose
 * times the request has.
 */
export function unmovedWindow(
  notice: Notice | undefined,
  { status, movesWindow }: NoticeDraft,
  { startAt, endAt }: NoticeChange,
): Pick<NoticeChange, "startAt" | "endAt"> {
  if (!notice || !startsEarly(notice, status, new Date().toISOString())) return {};
  if (movesWindow && !(startAt ?? endAt)) return {};
  return { startAt: startAt ?? notice.startAt ?? undefined, endAt: endAt ?? notice.endAt ?? undefined };
}

/** A new notice that says nothing has no preview, nor has one with times that can't be saved. */
export function canPreview(draft: NoticeDraft, notice: Notice | undefined): boolean {
  const { name, message, components: chosen, over, createdAt: beganAt, startAt, endAt } = draft;
  const saysNothing = (name + message).trim() === "" && Object.keys(chosen).length === 0;
  const times = [startAt, endAt, beganAt, over?.startAt, over?.endAt];
  const areValid = times.every((time) => time === undefined || isoTime(time) !== "");
  return (
    (notice !== undefined || !saysNothing) && areValid && !isBackwards(draft) && !isBackwards(over ?? {})
  );
}

export function isBackwards(draft: Pick<NoticeDraft, "startAt" | "endAt">): boolean {
  const { startAt, endAt } = toWindow(draft);
  return Boolean(startAt && endAt && endAt <= startAt);
}

function toWindow({ startAt, endAt }: { startAt?: LocalTime; endAt?: LocalTime }) {
  return {
    ...(startAt !== undefined && { startAt: isoTime(startAt) }),
    ...(endAt !== undefined && { endAt: isoTime(endAt) }),
  };
}

function chosenComponents(chosen: NoticeDraft["components"]) {
  return Object.entries(chosen).map(([componentID, status]) => ({ componentID, status }));
}
