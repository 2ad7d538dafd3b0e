import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { statusesFromOtherNotices } from "../../components/status-from-other-notices.ts";
import { components, statusChanges, statusOverrides } from "../../components/table.ts";
import { postmortems } from "../../notices/postmortem/table.ts";
import { proposals } from "../../notices/proposals/table.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "../../notices/table.ts";
import { isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { MAX_UNDO_BYTES, UNDO_BYTES_PER_UPDATE } from "../../storage/domain.ts";
import { newID } from "../../storage/ids.ts";
import { type Undo, undos } from "./table.ts";

const UNDO_MS = 10 * SECOND_MS;
/** A request that was sent in the last moment may take this long to arrive. */
export const UNDO_GRACE_MS = 5 * SECOND_MS;

export const UNDO_HOLD_SECONDS = (UNDO_MS + UNDO_GRACE_MS) / SECOND_MS;

/** The most that a row takes as JSON, without its message. */
const BYTES_PER_ROW = 350;

export interface UndoOffer {
  token: string;
  /** Email about the write isn't sent before. */
  expiresAt: string;
  keyHash: string | null;
  isStored: boolean;
}

export function newUndoOffer(keyHash: string | undefined): UndoOffer {
  return {
    token: newID(),
    expiresAt: isoTime(Date.now() + UNDO_MS + UNDO_GRACE_MS),
    keyHash: keyHash ?? null,
    isStored: false,
  };
}

type Write = Pick<Undo, "kind" | "noticeID" | "noticeUpdateID" | "messageID" | "writtenAt"> & {
  /** Components that the notice doesn't have yet. */
  componentIDs: string[];
  /** The proposal that the notice is made of. */
  proposalID: string | null;
};

/** As `rowsAsJSON` lists them. */
export type Rows = (string | number | null)[][];

/** What a write may change, as it was before. */
export type Former = Record<Exclude<keyof ReturnType<typeof formerRows>, "components">, Rows> & {
  components: [componentID: string, status: string, updatedAt: string][];
  /** What other notices say about the components. If that changes, the former statuses would no longer be right. */
  others: string[][];
  lastChangeID: number | null;
};

/** Put it before the statements that change something. It returns no row if too much would have to be kept. */
export function keepFormer(
  db: WriteDb<"public">,
  { token, expiresAt, keyHash }: UndoOffer,
  { componentIDs, ...write }: Write,
) {
  const { kind, noticeID, noticeUpdateID, messageID, writtenAt } = write;
  const lists = Object.entries(formerRows(write)).map(([key, rows]) => sql`${sql.raw(`'${key}'`)}, ${rows}`);
  const { ofUpdates, updateIDs } = touchedUpdates(write);
  // JSON doubles quotation marks and line breaks.
  const bytes = sql`(SELECT total(2 * octet_length(message) + ${UNDO_BYTES_PER_UPDATE}) FROM ${noticeUpdates} AS r WHERE ${ofUpdates})
    + (SELECT total(2 * octet_length(message) + 2 * octet_length(components)) FROM ${proposals} WHERE proposal_id = ${write.proposalID})
    + ${BYTES_PER_ROW} * ((SELECT count(*) FROM touched)
      + (SELECT count(*) FROM ${noticeUpdateComponents} WHERE notice_update_id IN (${updateIDs})))`;
  return db
    .insert(undos)
    .select(sql`
      WITH touched AS MATERIALIZED (SELECT component_id FROM ${noticeComponents} WHERE notice_id = ${noticeID}
        UNION SELECT value FROM json_each(${JSON.stringify(componentIDs)}))
      SELECT ${token}, ${expiresAt}, ${keyHash}, ${kind}, ${noticeID}, ${noticeUpdateID}, ${messageID}, ${writtenAt},
        json_object(${sql.join(lists, sql`, `)}, 'others', ${statusesFromOtherNotices(sql`touched`, noticeID)},
          'lastChangeID', (SELECT max(id) FROM ${statusChanges}))
      WHERE ${bytes} <= ${MAX_UNDO_BYTES}`)
    .returning({ token: undos.token });
}

type Subject = Pick<Write, "kind" | "noticeID" | "noticeUpdateID" | "proposalID">;

function formerRows({ kind, noticeID, noticeUpdateID, proposalID }: Subject) {
  const ofNotice = sql`r.notice_id = ${noticeID}`;
  const ofDeleted = noticeUpdateID === null ? ofNotice : sql`false`;
  const { ofUpdates, updateIDs } = touchedUpdates({ noticeID, noticeUpdateID });
  const newestChangeIDs = sql`SELECT (SELECT id FROM ${statusChanges} AS c WHERE c.component_id = touched.component_id
    ORDER BY c.at DESC, c.id DESC LIMIT 1) FROM touched`;
  return {
    notices: rowsAsJSON(notices, ofNotice),
    updates: rowsAsJSON(noticeUpdates, ofUpdates),
    updateComponents: rowsAsJSON(noticeUpdateComponents, sql`r.notice_update_id IN (${updateIDs})`),
    noticeComponents: rowsAsJSON(noticeComponents, ofNotice),
    deletedComponents: rowsAsJSON(deletedComponents, ofDeleted),
    postmortems: rowsAsJSON(postmortems, ofDeleted),
    proposals: rowsAsJSON(proposals, sql`r.proposal_id = ${proposalID}`),
    statusOverrides: rowsAsJSON(statusOverrides, sql`r.cause = ${`${kind}:${noticeID}`}`),
    // If a component changes too often, its last change is deleted.
    statusChanges: rowsAsJSON(statusChanges, sql`r.id IN (${newestChangeIDs})`),
    components: sql`(SELECT json_group_array(json_array(r.component_id, r.status, r.updated_at))
      FROM touched CROSS JOIN ${components} AS r ON r.component_id = touched.component_id)`,
    // Other maintenances in progress keep the statuses that their ends restore.
    restoreStatuses: sql`(SELECT json_group_array(json_array(r.notice_id, r.component_id, r.restore_status, r.restore_seen_at))
      FROM touched CROSS JOIN ${noticeComponents} AS r ON r.component_id = touched.component_id
      WHERE r.restore_status IS NOT NULL AND r.notice_id <> ${noticeID})`,
  };
}

function touchedUpdates({ noticeID, noticeUpdateID }: Pick<Write, "noticeID" | "noticeUpdateID">) {
  const isTouched = noticeUpdateID === null ? sql`` : sql`AND r.notice_update_id = ${noticeUpdateID}`;
  const ofUpdates = sql`r.notice_id = ${noticeID} ${isTouched}`;
  return {
    ofUpdates,
    updateIDs: sql`SELECT r.notice_update_id FROM ${noticeUpdates} AS r WHERE ${ofUpdates}`,
  };
}

/** The columns whose values bring a row back. The rowid tells which of two updates of the same millisecond is newer. */
export function storedColumns(table: SQLiteTable): string[] {
  const columns = Object.values(getTableColumns(table)).filter(({ generated }) => generated === undefined);
  return [...(table === noticeUpdates ? ["rowid"] : []), ...columns.map(({ name }) => name)];
}

/** A list of lists, because D1 takes 32 arguments of a function at most. */
function rowsAsJSON(table: SQLiteTable, where: SQL): SQL {
  const columns = storedColumns(table).map((name) => sql`r.${sql.identifier(name)}`);
  return sql`(SELECT json_group_array(json_array(${sql.join(columns, sql`, `)}) ORDER BY r.rowid) FROM ${table} AS r WHERE ${where})`;
}
