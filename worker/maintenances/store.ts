import { desc, gte, lt, sql } from "drizzle-orm";
import { Refusal } from "../http/errors.ts";
import type { Notice } from "../notices/assemble.ts";
import { changeNotice } from "../notices/change.ts";
import { changeNoticeUpdate } from "../notices/change-update.ts";
import { deleteNoticeUpdate } from "../notices/delete-update.ts";
import { deleteNotice, openNotice } from "../notices/open.ts";
import type { Page } from "../notices/page.ts";
import type { Rules } from "../notices/rules.ts";
import type { Shown } from "../notices/schema.ts";
import { isNotice, listNotices, readNotice } from "../notices/store.ts";
import { notices } from "../notices/table.ts";
import type { Db } from "../storage/db.ts";
import type { MaintenanceStatus } from "./domain.ts";
import { giveBack, maintenanceEffects } from "./effects.ts";
import type {
  Maintenance,
  MaintenanceChange,
  MaintenanceUpdate,
  MaintenanceUpdateChange,
  NewMaintenance,
} from "./schema.ts";
import { cancelledMaintenances } from "./table.ts";

const rules: Rules = {
  kind: "maintenance",
  answer: maintenanceOf,
  answerUpdate: updateOf,
  check({ startAt, endAt }) {
    if (startAt !== null && endAt !== null && endAt > startAt) return;
    const message = "End time must be after start time.";
    throw new Refusal(400, message, { errors: [{ path: "endAt", message }] });
  },
  effects: maintenanceEffects,
  beforeDeletion: (db, noticeID) => {
    const now = new Date().toISOString();
    return [
      ...giveBack(db, noticeID, { at: now, now, cause: `maintenance:${noticeID}` }),
      ...tellCalendars(db, noticeID, now),
    ];
  },
};

/** A notice as the pages show it. */
export function maintenanceShown(notice: Notice): Shown<Maintenance> {
  const { shortened, componentCount, lastWords } = notice;
  return { ...maintenanceOf(notice), shortened, componentCount, lastWords };
}

/** A notice in the words of the API. */
function maintenanceOf(notice: Notice): Maintenance {
  const { noticeID, name, status, message, components, startAt, endAt, createdAt, updatedAt, updates } =
    notice;
  return {
    maintenanceID: noticeID,
    name,
    status: status as MaintenanceStatus, // the only statuses that a maintenance's schemas let in
    message,
    components,
    startAt: startAt ?? createdAt, // a maintenance always has both
    endAt: endAt ?? createdAt,
    createdAt,
    updatedAt,
    maintenanceUpdates: updates.map(updateOf),
  };
}

function updateOf({
  noticeUpdateID,
  noticeID,
  status,
  ...update
}: Notice["updates"][number]): MaintenanceUpdate {
  const maintenanceStatus = status as MaintenanceStatus; // the same statuses as a maintenance's own
  return { maintenanceUpdateID: noticeUpdateID, maintenanceID: noticeID, maintenanceStatus, ...update };
}

export async function listMaintenances(db: Db, page: Page): Promise<Maintenance[]> {
  return (await listNotices(db, "maintenance", page)).map(maintenanceOf);
}

export async function readMaintenance(db: Db, maintenanceID: string): Promise<Maintenance> {
  return maintenanceOf(await readNotice(db, "maintenance", maintenanceID));
}

export async function planMaintenance(db: Db, input: NewMaintenance): Promise<Maintenance> {
  return maintenanceOf(await openNotice(db, rules, input));
}

export async function changeMaintenance(
  db: Db,
  { maintenanceID, unchangedSince }: { maintenanceID: string; unchangedSince: string | undefined },
  change: MaintenanceChange,
): Promise<Maintenance> {
  return maintenanceOf(await changeNotice(db, rules, { noticeID: maintenanceID, unchangedSince }, change));
}

interface MaintenanceUpdateID {
  maintenanceID: string;
  maintenanceUpdateID: string;
  /** The update's `updatedAt` that the change was made on. */
  unchangedSince: string | undefined;
}

export async function changeMaintenanceUpdate(
  db: Db,
  { maintenanceID, maintenanceUpdateID, unchangedSince }: MaintenanceUpdateID,
  { maintenanceStatus: status, ...change }: MaintenanceUpdateChange,
): Promise<MaintenanceUpdate> {
  const which = { noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID, unchangedSince };
  return updateOf(await changeNoticeUpdate(db, rules, which, { status, ...change }));
}

/** @returns whether it was there */
export function deleteMaintenanceUpdate(
  db: Db,
  { maintenanceID, maintenanceUpdateID, unchangedSince }: MaintenanceUpdateID,
): Promise<boolean> {
  const which = { noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID, unchangedSince };
  return deleteNoticeUpdate(db, rules, which);
}

/** One that runs gives its components back, as at its end. */
export function deleteMaintenance(
  db: Db,
  { maintenanceID, unchangedSince }: { maintenanceID: string; unchangedSince: string | undefined },
): Promise<boolean> {
  return deleteNotice(db, rules, maintenanceID, { restoreComponents: true, unchangedSince });
}

/** Calendars hear for a month that it was cancelled. */
function tellCalendars(db: Db, maintenanceID: string, now: string) {
  return [
    db
      .delete(cancelledMaintenances)
      .where(lt(cancelledMaintenances.cancelledAt, aMonthBefore(new Date(now)))),
    db.insert(cancelledMaintenances).select(sql`
      SELECT notice_id, name, start_at, end_at, sequence + 1, created_at, ${now}
      FROM ${notices} WHERE ${isNotice("maintenance", maintenanceID)}`),
  ];
}

export type Cancelled = typeof cancelledMaintenances.$inferSelect;

/** The last 200 of those deleted in the last month; for a batch. */
export function selectCancelledMaintenances(db: Db) {
  return db
    .select()
    .from(cancelledMaintenances)
    .where(gte(cancelledMaintenances.cancelledAt, aMonthBefore(new Date())))
    .orderBy(desc(cancelledMaintenances.cancelledAt))
    .limit(200);
}

/** 31 days, so that no month is shorter. */
function aMonthBefore(now: Date): string {
  return new Date(now.getTime() - 31 * 86_400_000).toISOString();
}
