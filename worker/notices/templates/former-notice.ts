import { sql } from "drizzle-orm";
import type { ComponentStatuses } from "../../components/schema.ts";
import { components } from "../../components/table.ts";
import type { Db } from "../../storage/db.ts";
import type { NoticeKind, NoticeStatus } from "../domain.ts";
import { noticeComponents, notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";
import type { FormerNotice } from "./schema.ts";

/** A component's newest notices can all be of the other kind, so the search ends after this many. */
const MAX_SEARCHED_NOTICES = 50;

/** @returns the newest notice of this kind that affected one of the components, as its first update left it */
export async function findFormerNotice(
  db: Db,
  { kind, componentIDs }: { kind: NoticeKind; componentIDs: readonly string[] },
): Promise<FormerNotice | null> {
  // The + keeps SQLite off the index by kind, which would read every notice.
  const newest = sql`SELECT n.notice_id FROM json_each(${JSON.stringify(componentIDs)}) AS chosen
    CROSS JOIN ${notices} AS n
    WHERE +n.kind = ${kind} AND n.notice_id IN (SELECT nc.notice_id FROM ${noticeComponents} AS nc
      WHERE nc.component_id = chosen.value ORDER BY nc.created_at DESC, nc.notice_id DESC LIMIT ${MAX_SEARCHED_NOTICES})
    ORDER BY n.created_at DESC, n.notice_id DESC LIMIT 1`;
  // Components are Operational at the end of an incident, so this takes what each of them was set to first.
  const firstStatus = sql`(SELECT changed.new_status FROM ${noticeUpdates} AS own
    CROSS JOIN ${noticeUpdateComponents} AS changed ON changed.notice_update_id = own.notice_update_id
    WHERE own.notice_id = touched.notice_id AND changed.component_id = touched.component_id
      AND changed.new_status <> 'Operational'
    ORDER BY own.created_at LIMIT 1)`;
  const status = sql`iif(touched.status = 'Operational', coalesce(${firstStatus}, touched.status), touched.status)`;
  const affected = sql`(SELECT json_group_array(json_object('componentID', component_id, 'status', status))
    FROM (SELECT c.component_id, ${status} AS status
      FROM ${noticeComponents} AS touched JOIN ${components} AS c ON c.component_id = touched.component_id
      WHERE touched.notice_id = former.notice_id ORDER BY c."order"))`;
  const [row] = await db
    .select({
      name: sql<string>`former.name`,
      status: sql<NoticeStatus>`first.status`,
      message: sql<string>`first.message`,
      components: sql<string>`${affected}`,
      createdAt: sql<string>`former.created_at`,
    })
    .from(sql`${notices} AS former`)
    .innerJoin(
      sql`${noticeUpdates} AS first`,
      sql`first.rowid = (SELECT u.rowid FROM ${noticeUpdates} AS u WHERE u.notice_id = former.notice_id
        ORDER BY u.created_at, u.rowid LIMIT 1)`,
    )
    .where(sql`former.notice_id = (${newest})`);
  if (!row) return null;
  return { ...row, components: JSON.parse(row.components) as ComponentStatuses }; // written by the query above
}
