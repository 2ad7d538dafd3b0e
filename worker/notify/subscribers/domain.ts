import type { NoticeKind } from "../../notices/domain.ts";
import { DAY_MS, HOUR_MS, isoTime } from "../../shared/time/domain.ts";

export const subscriberStates = ["unconfirmed", "confirmed", "ended"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/**
 * `left`: the subscriber; `declined`: someone who never asked; `bounce`, `complaint`: the email service; `erased`: an
 * administrator.
 */
export const endedReasons = ["left", "declined", "bounce", "complaint", "erased"] as const;
export type EndedReason = (typeof endedReasons)[number];

export interface Choices {
  everything: boolean;
  components: string[];
  groups: string[];
  notices: string[];
}

export function isNothingChosen({ everything, components, groups, notices }: Choices): boolean {
  return !everything && components.length + groups.length + notices.length === 0;
}

/** Emails a day and an hour before a maintenance starts, the earlier one first. */
export const reminders = ["day", "hour"] as const;
export type Reminder = (typeof reminders)[number];
export const reminderMs: Record<Reminder, number> = { day: DAY_MS, hour: HOUR_MS };

/** @returns when the first reminder after `now` is queued, or null if each would be late */
export function nextReminderAt(startAt: string | null, now: string): string | null {
  if (startAt === null) return null;
  const times = reminders.map((reminder) => isoTime(Date.parse(startAt) - reminderMs[reminder]));
  return times.find((time) => time > now) ?? null;
}

export function chosenReminders(chosen: { dayReminder: boolean; hourReminder: boolean }): Reminder[] {
  return reminders.filter((reminder) => chosen[`${reminder}Reminder`]);
}

export function reminderFields(chosen: Reminder[]) {
  return { dayReminder: chosen.includes("day"), hourReminder: chosen.includes("hour") };
}

/** An incident or maintenance that a subscriber follows on its own. */
export interface FollowedNotice {
  noticeID: string;
  kind: NoticeKind;
  name: string;
}

/**
 * The maximum of a webhook's address. It also bounds the work on an email address before address.ts checks the limit of 254.
 */
export const MAX_ENTERED_ADDRESS_CHARACTERS = 1000;

/** Those whose address is stored. */
export const listedStates = ["confirmed", "unconfirmed"] as const;
export type ListedState = (typeof listedStates)[number];

/** Shorter texts are in nearly every address. */
export const MIN_SEARCH_CHARACTERS = 3;
export const MAX_LISTED_NAMES = 4;
