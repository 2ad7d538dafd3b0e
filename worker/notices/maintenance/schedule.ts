import { sql } from "drizzle-orm";
import { queueNotice } from "../../notify/mail/outbox.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { guard, ifGuardFails } from "../../storage/writes/batch-guard.ts";
import { runningStatuses } from "../domain.ts";
import { notices, noticeUpdates } from "../table.ts";
import { appendUpdate, syncWithNewestUpdate } from "../writes/write-statements.ts";
import { maintenanceBehavior } from "./behavior.ts";

interface Step {
  to: "In Progress" | "Completed";
  action: "started" | "completed";
  message: string;
  due: (now: string) => ReturnType<typeof sql>;
}

// The statuses are written out as in the indexes, which SQLite would not use for parameters.
const runningStatusList = sql.raw(runningStatuses.map((status) => `'${status}'`).join(", "));

// The order lets one run start and complete a window that passed while the cron was down.
const steps: Step[] = [
  {
    to: "In Progress",
    action: "started",
    message: "The scheduled maintenance has started.",
    due: (now) => sql`${notices.status} = 'Scheduled' AND ${notices.startAt} <= ${now}`,
  },
  {
    to: "Completed",
    action: "completed",
    message: "The scheduled maintenance has been completed.",
    due: (now) => sql`${notices.status} IN (${runningStatusList}) AND ${notices.endAt} <= ${now}`,
  },
];

export async function startAndCompleteMaintenances(
  db: WriteDb<"public" | "mail">,
  minute: string,
): Promise<void> {
  for (const step of steps) await take(db, step, minute);
}

async function take(
  db: WriteDb<"public" | "mail">,
  { to, action, message, due }: Step,
  minute: string,
): Promise<void> {
  const isDue = sql`${notices.kind} = 'maintenance' AND ${due(minute)}`;
  const dueMaintenances = await db
    .select({
      noticeID: notices.noticeID,
      from: notices.status,
      changedAt: notices.changedAt,
      newestAt: sql<string | null>`(SELECT max(u.created_at) FROM ${noticeUpdates} AS u
        WHERE u.notice_id = notices.notice_id)`,
    })
    .from(notices)
    .where(isDue)
    .limit(50);
  if (dueMaintenances.length === 0) return;
  const moves = dueMaintenances.map(({ noticeID, from, changedAt, newestAt }) => ({
    noticeID,
    from,
    now: timestampAfter(newestAt, changedAt),
    noticeUpdateID: newID(),
  }));
  // Each maintenance must be as it was read, with no update as new as the one to append.
  const asFound = sql`SELECT count(*) FROM json_each(${JSON.stringify(moves)}) AS move
    CROSS JOIN ${notices} ON ${notices.noticeID} = move.value ->> 'noticeID'
    WHERE ${isDue} AND NOT EXISTS (SELECT 1 FROM ${noticeUpdates} AS u
      WHERE u.notice_id = notices.notice_id AND u.created_at >= move.value ->> 'now')`;
  db.audit.action = action;
  db.audit.itemIDs = moves.map(({ noticeID }) => noticeID);
  const batch = db.batch([
    guard(db, sql`${moves.length} = (${asFound})`),
    ...moves.flatMap(({ noticeID, from, now, noticeUpdateID }) => [
      db.update(notices).set({ status: to, updatedAt: now }).where(sql`${notices.noticeID} = ${noticeID}`),
      ...appendUpdate(
        db,
        maintenanceBehavior,
        { noticeUpdateID, noticeID, status: to, message, createdAt: now, updatedAt: now },
        { noticeID, from, to, components: [], at: now, now },
      ),
      ...syncWithNewestUpdate(db, noticeID),
      ...queueNotice(db, {
        noticeUpdateID,
        noticeID,
        first: false,
        status: to,
        message,
        postedAt: now,
      }),
    ]),
  ]);
  await ifGuardFails<unknown>(batch, () => undefined); // another run was faster
}
