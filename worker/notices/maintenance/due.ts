import { reminderMs } from "../../notify/subscribers/domain.ts";
import { SCHEDULED_AT, timeAfter } from "../../storage/due.ts";
import { runningStatuses } from "../domain.ts";

const ofStatus = (status: string) =>
  `SELECT 1 FROM notices WHERE kind = 'maintenance' AND status = '${status}'`;

/** A maintenance starts, ends or has a reminder. */
export const isMaintenanceDue = [
  `EXISTS (${ofStatus("Scheduled")} AND start_at <= ${timeAfter(SCHEDULED_AT, reminderMs.day)}
    AND (start_at <= ${SCHEDULED_AT} OR next_reminder_at <= ${SCHEDULED_AT}))`,
  ...runningStatuses.map((status) => `EXISTS (${ofStatus(status)} AND end_at <= ${SCHEDULED_AT})`),
].join(" OR ");
