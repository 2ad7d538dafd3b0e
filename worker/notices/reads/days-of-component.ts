import { sql } from "drizzle-orm";
import { selectComponent } from "../../components/reads.ts";
import type { Db } from "../../storage/db.ts";
import { type NoticeDays, type NoticeKind, noticePath } from "../domain.ts";
import { noticeComponents, notices, noticeUpdates } from "../table.ts";

/** A component with more of them has older ones in the history. */
const MAX_NOTICES = 200;

/** The UTC days of the newest notices that affect a component. Planned maintenances have no day yet. Undefined for an unknown component. */
export async function loadNoticeDays(db: Db, componentID: string): Promise<NoticeDays[] | undefined> {
  const [components, rows] = await db.batch([
    selectComponent(db, componentID),
    selectNoticeDays(db, componentID),
  ]);
  if (components.length === 0) return undefined;
  return rows.map(({ kind, noticeID, name, from, to }) => ({
    path: noticePath({ kind, noticeID }),
    name,
    from: from.slice(0, 10),
    ...(to && { to: to.slice(0, 10) }),
  }));
}

/** A reopened notice ends when it is closed for the last time. */
function selectNoticeDays(db: Db, componentID: string) {
  const reopened = sql`SELECT other.created_at FROM ${noticeUpdates} AS other
    WHERE other.notice_id = ${notices.noticeID} AND other.status <> ${notices.status}
    ORDER BY other.created_at DESC LIMIT 1`;
  const closedAt = sql<string | null>`iif(${notices.status} IN ('Resolved', 'Completed'),
    (SELECT own.created_at FROM ${noticeUpdates} AS own
      WHERE own.notice_id = ${notices.noticeID} AND own.created_at >= coalesce((${reopened}), '')
        AND own.status = ${notices.status} ORDER BY own.created_at LIMIT 1), NULL)`;
  return db
    .select({
      kind: sql<NoticeKind>`${notices.kind}`,
      noticeID: notices.noticeID,
      name: notices.name,
      from: sql<string>`coalesce(${notices.startAt}, ${notices.createdAt})`,
      to: closedAt,
    })
    .from(noticeComponents)
    .crossJoin(notices)
    .where(
      sql`${noticeComponents.componentID} = ${componentID} AND ${notices.noticeID} = ${noticeComponents.noticeID}
        AND ${notices.status} <> 'Scheduled'`,
    )
    .orderBy(sql`${noticeComponents.createdAt} DESC, ${noticeComponents.noticeID} DESC`)
    .limit(MAX_NOTICES);
}
