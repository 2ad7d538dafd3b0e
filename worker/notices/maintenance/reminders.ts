import { sql } from "drizzle-orm";
import { queueNotice } from "../../notify/mail/outbox.ts";
import { nextReminderAt, type Reminder, reminderMs } from "../../notify/subscribers/domain.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { guard, ifGuardFails } from "../../storage/writes/batch-guard.ts";
import { notices } from "../table.ts";

/** The free plan has 50 D1 statements per invocation. Further maintenances follow a minute later. */
const MAX_PER_RUN = 4;

/** A late run still queues the latest reminder whose time has come, unless the maintenance has started. */
export async function queueReminders(db: WriteDb<"mail">, minute: string): Promise<void> {
  const isDue = sql`${notices.kind} = 'maintenance' AND ${notices.status} = 'Scheduled'
    AND ${notices.startAt} > ${minute} AND ${notices.startAt} <= ${startOfReminded("day", minute)}
    AND ${notices.nextReminderAt} <= ${minute}`;
  const found = await db
    .select({ noticeID: notices.noticeID, startAt: notices.startAt })
    .from(notices)
    .where(isDue)
    .orderBy(notices.startAt)
    .limit(MAX_PER_RUN);
  const due = found.flatMap(({ noticeID, startAt }) => (startAt === null ? [] : [{ noticeID, startAt }]));
  if (due.length === 0) return;
  const asFound = sql`SELECT count(*) FROM json_each(${JSON.stringify(due)}) AS found
    CROSS JOIN ${notices} ON ${notices.noticeID} = found.value ->> 'noticeID'
    WHERE ${isDue} AND ${notices.startAt} = found.value ->> 'startAt'`;
  const batch = db.batch([
    guard(db, sql`${due.length} = (${asFound})`),
    ...due.flatMap(({ noticeID, startAt }) => [
      db
        .update(notices)
        .set({ nextReminderAt: nextReminderAt(startAt, minute) })
        .where(sql`${notices.noticeID} = ${noticeID}`),
      ...queueNotice(db, {
        noticeID,
        noticeUpdateID: null,
        first: false,
        message: "",
        status: "Scheduled",
        postedAt: minute,
        reminder: startAt <= startOfReminded("hour", minute) ? "hour" : "day",
      }),
    ]),
  ]);
  await ifGuardFails<unknown>(batch, () => undefined); // another run was faster
}

/** @returns the start of a maintenance whose reminder comes at `minute` */
function startOfReminded(reminder: Reminder, minute: string): string {
  return isoTime(Date.parse(minute) + reminderMs[reminder]);
}
