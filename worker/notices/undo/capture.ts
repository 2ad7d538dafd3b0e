import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { statusChanges } from "../../components/table.ts";
import { postmortems } from "../../postmortems/table.ts";
import type { WriteDb } from "../../storage/db.ts";
import { MAX_UNDO_BYTES, UNDO_BYTES_PER_UPDATE } from "../../storage/domain.ts";
import { newID } from "../../storage/ids.ts";
import { isoTime, SECOND_MS } from "../../time/domain.ts";
import type { NoticeKind } from "../domain.ts";
import { noticeComponents, noticeUpdateComponents, noticeUpdates } from "../table.ts";
import { currentRows } from "./rows.ts";
import { undos } from "./table.ts";

const UNDO_MS = 10 * SECOND_MS;
/** A request that was sent in the last moment may take this long to arrive. */
export const UNDO_GRACE_MS = 5 * SECOND_MS;

export const UNDO_HOLD_SECONDS = (UNDO_MS + UNDO_GRACE_MS) / SECOND_MS;

/** The most that a row takes as JSON, without its message. */
const BYTES_PER_ROW = 350;
const MAX_ROWS = Math.ceil(MAX_UNDO_BYTES / BYTES_PER_ROW);

export interface UndoOffer {
  token: string;
  /** Email about the write isn't sent before. */
  expiresAt: string;
  keyHash: string | null;
}

export function newUndoOffer(keyHash: string | undefined): UndoOffer {
  return {
    token: newID(),
    expiresAt: isoTime(Date.now() + UNDO_MS + UNDO_GRACE_MS),
    keyHash: keyHash ?? null,
  };
}

interface Scope {
  kind: NoticeKind;
  noticeID: string;
  /** The only update that the write touches. Null if it touches all. */
  noticeUpdateID: string | null;
  /** Components that the notice doesn't have yet. */
  componentIDs?: string[];
  /** The times from which on the write may change the components' statuses. */
  since: (string | null | undefined)[];
}

/**
 * Stores the rows that `statements` change, as they are before and after. A write that changes nothing can't be undone, and
 * neither can one whose rows wouldn't fit.
 */
export function recordUndo(
  db: WriteDb<"public">,
  offer: UndoOffer | undefined,
  scope: Scope,
  statements: BatchItem<"sqlite">[],
): BatchItem<"sqlite">[] {
  if (!offer) return statements;
  const { kind, noticeID, noticeUpdateID, componentIDs = [], since } = scope;
  const { token, expiresAt, keyHash } = offer;
  const isOffered = eq(undos.token, token);
  const ofNotice = sql`SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}`;
  const all = sql`(SELECT json_group_array(component_id) FROM (${ofNotice}
    UNION SELECT value FROM json_each(${JSON.stringify(componentIDs)})))`;
  const [oldest = ""] = since.filter((at) => at != null).toSorted();
  return [
    db.insert(undos).values({
      ...{ token, expiresAt, kind, noticeID, noticeUpdateID, keyHash },
      ...{ componentIDs: all, changesSince: oldest.slice(0, 10) },
    }),
    db.delete(undos).where(sql`${isOffered} AND ${bytesOfRows()} > ${MAX_UNDO_BYTES}`),
    db.update(undos).set({ rowsBefore: currentRows() }).where(isOffered),
    ...statements,
    db.update(undos).set({ rowsAfter: currentRows() }).where(isOffered),
    db.delete(undos).where(sql`${isOffered} AND ${undos.rowsBefore} = ${undos.rowsAfter}`),
  ];
}

/** JSON doubles quotation marks and line breaks. Stops counting rows at the limit. */
function bytesOfRows(): SQL {
  const isTouched = sql`notice_id = ${undos.noticeID}
    AND (${undos.noticeUpdateID} IS NULL OR notice_update_id = ${undos.noticeUpdateID})`;
  const bytes = sql`(SELECT total(2 * octet_length(message) + ${UNDO_BYTES_PER_UPDATE}) FROM ${noticeUpdates} WHERE ${isTouched})`;
  const rows = [
    sql`json_each(${undos.componentIDs}) CROSS JOIN ${statusChanges} AS change
      WHERE change.component_id = value AND change.at >= ${undos.changesSince}`,
    sql`json_each(${undos.componentIDs})`,
    sql`${noticeUpdates} AS touched CROSS JOIN ${noticeUpdateComponents} AS part
      WHERE touched.notice_id = ${undos.noticeID} AND part.notice_update_id = touched.notice_update_id
        AND (${undos.noticeUpdateID} IS NULL OR touched.notice_update_id = ${undos.noticeUpdateID})`,
  ].map((from) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MAX_ROWS}))`);
  const postmortem = sql`(SELECT total(2 * octet_length(body)) FROM ${postmortems} WHERE notice_id = ${undos.noticeID}
    AND ${undos.noticeUpdateID} IS NULL)`;
  return sql`${bytes} + ${postmortem} + ${BYTES_PER_ROW} * (${sql.join(rows, sql` + `)})`;
}
