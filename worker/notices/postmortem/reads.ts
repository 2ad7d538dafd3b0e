import { desc, eq, type SQL, sql } from "drizzle-orm";
import { components } from "../../components/table.ts";
import { truncate } from "../../shared/truncate.ts";
import type { Db } from "../../storage/db.ts";
import type { Topic } from "../domain.ts";
import { noticeComponents, notices } from "../table.ts";
import { postmortems } from "./table.ts";

const publishedColumns = {
  noticeID: postmortems.noticeID,
  postmortemID: postmortems.postmortemID,
  publishedAt: sql<string>`${postmortems.publishedAt}`,
  notifiedAt: postmortems.notifiedAt,
  updatedAt: postmortems.updatedAt,
};

/** @param ids a subquery with `notice_id`, as from `noticeIDs` */
export function selectPostmortems(db: Db, ids: SQL, maxCharacters: number) {
  return db
    .select({ ...publishedColumns, body: bodyStart(maxCharacters) })
    .from(sql`(${ids}) AS page`)
    .crossJoin(postmortems)
    .where(sql`${postmortems.noticeID} = page.notice_id AND ${isPublished}`);
}

export function postmortemsByNotice<Row extends { noticeID: string; body: string }>(
  rows: Row[],
  maxCharacters: number,
): Map<string, Row> {
  return new Map(rows.map((row) => [row.noticeID, { ...row, body: truncate(row.body, maxCharacters) }]));
}

const isPublished = sql`${postmortems.state} = 'Published'`;

function bodyStart(maxCharacters: number) {
  return sql<string>`substr(${postmortems.body}, 1, ${maxCharacters + 1})`;
}

const MAX_DRAFTS = 100;

export function selectPostmortemDrafts(db: Db) {
  return db
    .select({ incidentID: postmortems.noticeID })
    .from(postmortems)
    .where(sql`${postmortems.state} = 'Draft'`)
    .orderBy(desc(postmortems.updatedAt))
    .limit(MAX_DRAFTS);
}

/** Only the latest write-ups are searched for those of a component, so that the read stays small. */
const MAX_SEARCHED_POSTMORTEMS = 100;

export function selectRecentPostmortems(
  db: Db,
  { limit, maxCharacters, topic }: { limit: number; maxCharacters: number; topic?: Topic | undefined },
) {
  const componentIDs =
    topic && "groupID" in topic
      ? sql`SELECT component_id FROM ${components} WHERE group_id = ${topic.groupID}`
      : sql`SELECT ${topic?.componentID ?? ""}`;
  const isOfTopic = sql`${postmortems.noticeID} IN (SELECT latest.notice_id
    FROM (SELECT notice_id FROM ${postmortems} WHERE ${isPublished}
      ORDER BY updated_at DESC LIMIT ${MAX_SEARCHED_POSTMORTEMS}) AS latest
    CROSS JOIN ${noticeComponents} AS own ON own.notice_id = latest.notice_id AND own.component_id IN (${componentIDs}))`;
  return db
    .select({ ...publishedColumns, name: notices.name, body: bodyStart(maxCharacters) })
    .from(postmortems)
    .innerJoin(notices, eq(notices.noticeID, postmortems.noticeID))
    .where(topic ? sql`${isPublished} AND ${isOfTopic}` : isPublished)
    .orderBy(desc(postmortems.updatedAt))
    .limit(limit);
}

export function selectPublishedPostmortem(db: Db, noticeID: string) {
  const { body, publishedAt, updatedAt } = postmortems;
  return db
    .select({
      noticeID: notices.noticeID,
      name: notices.name,
      body,
      publishedAt: sql<string>`${publishedAt}`,
      updatedAt,
    })
    .from(postmortems)
    .innerJoin(notices, eq(notices.noticeID, postmortems.noticeID))
    .where(sql`${eq(postmortems.noticeID, noticeID)} AND ${postmortems.state} = 'Published'`);
}
