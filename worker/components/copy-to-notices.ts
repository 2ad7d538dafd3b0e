import { sql } from "drizzle-orm";
import { deletedComponents, noticeComponents, notices } from "../notices/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { components } from "./table.ts";

/** Must run before the component is deleted, so its notices keep naming it. */
export function copyToDeletedComponents(db: WriteDb, componentID: string) {
  const affectedNoticeIDs = sql`SELECT ${noticeComponents.noticeID} FROM ${noticeComponents}
    WHERE ${noticeComponents.componentID} = ${componentID}`;
  return [
    db
      .update(notices)
      .set({ deletedComponentCount: sql`${notices.deletedComponentCount} + 1` })
      .where(sql`${notices.noticeID} IN (${affectedNoticeIDs})`),
    db.insert(deletedComponents).select(sql`
      SELECT touched.notice_id, c.component_id, c.name, touched.status, c."order"
      FROM ${components} AS c CROSS JOIN ${noticeComponents} AS touched
      WHERE c.component_id = ${componentID} AND touched.component_id = c.component_id`),
  ] as const;
}
