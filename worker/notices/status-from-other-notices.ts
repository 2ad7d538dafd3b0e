import { type SQL, sql } from "drizzle-orm";
import { severityOf } from "../components/status-changes.ts";
import { openStatuses, runningStatuses } from "./domain.ts";
import { noticeComponents, notices } from "./table.ts";

/**
 * An SQL expression for the worst status that another open incident or maintenance in progress gives the component, or NULL.
 * Every notice that ends restores its components by this rule.
 */
export function statusFromOtherNotices(componentID: SQL, exceptNoticeID: string): SQL {
  const statuses = JSON.stringify([...openStatuses.incident, ...runningStatuses]);
  // Starts at the few open notices, because a component may have been part of thousands.
  return sql`(SELECT said.status FROM ${notices} AS holding CROSS JOIN ${noticeComponents} AS said
    WHERE holding.kind IN ('incident', 'maintenance') AND holding.status IN (SELECT value FROM json_each(${statuses}))
      AND holding.notice_id <> ${exceptNoticeID}
      AND said.notice_id = holding.notice_id AND said.component_id = ${componentID} AND said.status <> 'Operational'
    ORDER BY ${severityOf(sql`said.status`)} DESC LIMIT 1)`;
}
