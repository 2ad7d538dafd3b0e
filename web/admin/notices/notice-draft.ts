import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { formatDateTime } from "../dates.ts";
import { changedFields, type Facts } from "../draft.ts";
import { isoTime, type LocalTime, localTime } from "../local-time.ts";
import type { NewNotice, Notice, NoticeKind } from "./notice.ts";

/** What is written in the dialog of an incident or a maintenance. */
export interface NoticeDraft<Status extends string> {
  name: string;
  status: Status;
  message: string;
  startAt?: LocalTime;
  endAt?: LocalTime;
  /** The statuses that the user chose, by componentID: only these are sent. */
  chosen: Readonly<Record<string, ComponentStatus>>;
}

/** A new one has the first status; an update starts from what is stored, with an empty message. */
export function draftOf<Status extends string>(
  kind: NoticeKind<Status>,
  notice: Notice<Status> | undefined,
): NoticeDraft<Status> {
  const empty = { message: "", chosen: {} };
  if (!notice) return { name: "", status: kind.statuses[0], ...kind.newWindow?.(), ...empty };
  const { name, status, startAt, endAt } = notice;
  return {
    name,
    status,
    ...(startAt && { startAt: localTime(startAt) }),
    ...(endAt && { endAt: localTime(endAt) }),
    ...empty,
  };
}

/** The choices with one component's status among them; choosing what it has already is no choice. */
export function choose(
  chosen: NoticeDraft<string>["chosen"],
  { componentID }: Component,
  { from, to }: { from: ComponentStatus; to: ComponentStatus },
): NoticeDraft<string>["chosen"] {
  const { [componentID]: _, ...others } = chosen;
  return to === from ? others : { ...others, [componentID]: to };
}

export function newNotice<Status extends string>(draft: NoticeDraft<Status>): NewNotice<Status> {
  const { chosen, ...fields } = draft;
  return { ...fields, ...windowOf(draft), components: chosenComponents(chosen) };
}

/** What the draft changes. Status, message and components append the update that visitors read; the rest does not. */
export function noticeChange<Status extends string>(
  kind: NoticeKind<Status>,
  notice: Notice<Status> | undefined,
  draft: NoticeDraft<Status>,
): Partial<NewNotice<Status>> {
  const { chosen: _, message, ...fields } = changedFields(draftOf(kind, notice), draft);
  const components = chosenComponents(draft.chosen);
  return {
    ...fields,
    ...windowOf(fields),
    ...(message?.trim() && { message }),
    ...(components.length > 0 && { components }),
  };
}

/** Whether a change appends an update, which is what mails tell of. */
export function isUpdate({ status, message, components }: Partial<NewNotice<string>>): boolean {
  return status !== undefined || message !== undefined || components !== undefined;
}

/** What somebody else may have changed, or added. */
export function factsOf<Status extends string>(
  kind: NoticeKind<Status>,
  { name, status, startAt, endAt, components, updates }: Notice<Status>,
): Facts {
  return {
    name: { label: "Name", value: name },
    status: { label: kind.statusLabel, value: status },
    ...(startAt && { startAt: { label: "Start Time", value: formatDateTime(startAt) } }),
    ...(endAt && { endAt: { label: "End Time", value: formatDateTime(endAt) } }),
    ...Object.fromEntries(
      components.map(({ componentID, name: label, status: value }) => [componentID, { label, value }]),
    ),
    ...Object.fromEntries(
      updates.map(({ id, status: said, message }) => [
        id,
        { news: `New update, ${said}: ${message || "no message"}` },
      ]),
    ),
  };
}

/** Whether both its times are there, and it would end before it has begun. */
export function isBackwards(draft: NoticeDraft<string>): boolean {
  const { startAt, endAt } = windowOf(draft);
  return Boolean(startAt && endAt && endAt <= startAt);
}

function windowOf({ startAt, endAt }: { startAt?: LocalTime; endAt?: LocalTime }) {
  return {
    ...(startAt !== undefined && { startAt: isoTime(startAt) }),
    ...(endAt !== undefined && { endAt: isoTime(endAt) }),
  };
}

function chosenComponents(chosen: NoticeDraft<string>["chosen"]) {
  return Object.entries(chosen).map(([componentID, status]) => ({ componentID, status }));
}
