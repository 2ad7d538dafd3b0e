import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { resumeEndpointDeliveries } from "../endpoints/outbox.ts";
import { noticeUpdates } from "../notices/table.ts";
import { postmortems } from "../postmortems/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { changeDeliveries } from "./counts.ts";
import { DELETED_UPDATE_ERROR, deletedNoticeError } from "./domain.ts";
import { mailMessages } from "./table.ts";

export function resumeWithdrawnMail(db: WriteDb<"mail">, noticeID: string): BatchItem<"sqlite">[] {
  const errors = JSON.stringify([
    ...["incident", "maintenance"].map(deletedNoticeError),
    DELETED_UPDATE_ERROR,
  ]);
  const updateExists = sql`(EXISTS (SELECT 1 FROM ${noticeUpdates} AS u WHERE u.notice_update_id = m.notice_update_id)
    OR EXISTS (SELECT 1 FROM ${postmortems} AS p WHERE p.postmortem_id = m.notice_update_id))`;
  const messageIDs = sql`SELECT m.message_id FROM ${mailMessages} AS m
    WHERE m.notice_id = ${noticeID} AND (m.notice_update_id IS NULL OR ${updateExists})`;
  const isWithdrawn = sql`message_id IN (${messageIDs})
    AND state = 'withdrawn' AND error IN (SELECT value FROM json_each(${errors}))`;
  return [
    ...changeDeliveries(db, isWithdrawn, { state: "waiting", error: "" }),
    ...resumeEndpointDeliveries(db, isWithdrawn),
  ];
}
