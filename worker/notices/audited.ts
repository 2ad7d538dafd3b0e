import { type SQL, sql } from "drizzle-orm";
import { components } from "../components/table.ts";
import { auditedTable } from "../storage/audited.ts";
import { tryParseJSON } from "../storage/domain.ts";
import { noticeComponents, notices, noticeUpdates } from "./table.ts";

/** An entry also has the update that the write is about. */
export const auditedNotice = auditedTable(notices, notices.noticeID, (noticeUpdateID) => {
  const { name, status, message, startAt, endAt, createdAt } = notices;
  const ofUpdates = (column: SQL, condition = sql`true`) =>
    sql`(SELECT ${column} FROM ${noticeUpdates} AS u WHERE u.notice_id = notices.notice_id AND ${condition})`;
  const isUpdate = sql`u.notice_update_id = ${noticeUpdateID}`;
  const affected = sql`(SELECT json_group_array(c.name || ': ' || a.status ORDER BY c."order")
    FROM ${noticeComponents} AS a CROSS JOIN ${components} AS c ON c.component_id = a.component_id
    WHERE a.notice_id = notices.notice_id)`;
  return {
    name,
    status,
    message,
    startAt,
    endAt,
    createdAt,
    components: affected.mapWith(tryParseJSON),
    updates: ofUpdates(sql`count(*)`),
    ...(noticeUpdateID !== "" && {
      updateStatus: ofUpdates(sql`u.status`, isUpdate),
      updateMessage: ofUpdates(sql`u.message`, isUpdate),
      updateCreatedAt: ofUpdates(sql`u.created_at`, isUpdate),
    }),
  };
});
