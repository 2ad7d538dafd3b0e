import { sql } from "drizzle-orm";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import { notices } from "../table.ts";
import { postmortems } from "./table.ts";

const columns = columnsWithout(postmortems, "noticeID", "postmortemID", "createdAt", "updatedAt");

export const auditedPostmortem = auditedTable(postmortems, postmortems.noticeID, () => ({
  itemName: sql`(SELECT name FROM ${notices} WHERE notices.notice_id = postmortems.notice_id)`,
  ...columns(),
}));
