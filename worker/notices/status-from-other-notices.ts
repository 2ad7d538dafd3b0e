import { type SQL, sql } from "drizzle-orm";
import { severityOf } from "../components/status-changes.ts";
import { openStatuses, runningStatuses } from "./domain.ts";
import { noticeComponents, notices } from "./table.ts";

/**
 * An expression for the status that a component has because of other notices: the worst that an open incident or a running
 * maintenance says of it, or NULL where none holds it. Every notice that ends gives its components back by this rule.
 * @param exceptNoticeID the notice that ends
 */
export function statusFromOtherNotices(componentID: SQL, exceptNoticeID: string): SQL {
  const statuses = JSON.stringify([...openStatuses.incident, ...runningStatuses]);
  // From the few notices that are not over: a component may have been part of thousands.
  return sql`(SELECT said.status FROM ${notices} AS holding CROSS JOIN ${noticeComponents} AS said
    WHERE holding.kind IN ('incident', 'maintenance') AND holding.status IN (SELECT value FROM json_each(${statuses}))
      AND holding.notice_id <> ${exceptNoticeID}
      AND said.notice_id = holding.notice_id AND said.component_id = ${componentID} AND said.status <> 'Operational'
    ORDER BY ${severityOf(sql`said.status`)} DESC LIMIT 1)`;
}
