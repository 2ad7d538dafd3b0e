import { type SQL, sql } from "drizzle-orm";
import { severitySQL, statusRows } from "../../components/status-history.ts";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { components as componentTable, statusChanges, statusOverrides } from "../../components/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import type { Notice } from "../domain.ts";
import { notices, noticeUpdateComponents, noticeUpdates } from "../table.ts";
import type { CompleteNotice } from "../writes/from-template.ts";
import { type Creation, writeAndReadNotice } from "../writes/notice-write.ts";
import { saveNoticeComponents } from "../writes/write-statements.ts";

/**
 * Adds an incident that is over, with an update for its start and one for its end. Each component counts with the worse of its
 * recorded status and the incident's, as far as its uptime goes back. Present statuses stay.
 */
export async function backfillIncident(
  db: WriteDb<"public" | "mail">,
  input: CompleteNotice,
  creation: Creation = {},
): Promise<Notice> {
  const { name, status, message = "", components = [], resolvedMessage = "" } = input;
  const now = isoTime(Date.now());
  const { createdAt: start = now, resolvedAt: end = now } = input;
  refuseUnknownComponents(await selectUnknownComponents(db, components));
  const noticeID = idForNewItem(db);
  const cause = `incident:${noticeID}`;
  const openingUpdate = {
    noticeUpdateID: newID(),
    noticeID,
    message,
    createdAt: start,
    updatedAt: now,
    status: status === "Resolved" ? ("Investigating" as const) : status,
  };
  const closingUpdate = {
    noticeUpdateID: newID(),
    noticeID,
    message: resolvedMessage,
    createdAt: end,
    updatedAt: now,
    status: "Resolved" as const,
  };
  const notice = {
    noticeID,
    kind: "incident" as const,
    name,
    status: closingUpdate.status,
    message: resolvedMessage,
    createdAt: start,
    updatedAt: now,
    isBackfilled: true,
  };
  const restored = components.map(({ componentID }) => ({ componentID, status: "Operational" as const }));
  const before = statusBefore(start, cause);
  const affected = sql`${statusRows(components)} AS named JOIN ${componentTable} AS c ON c.component_id = named.component_id`;
  return writeAndReadNotice(db, { kind: "incident", noticeID, ...creation }, async () => ({
    changes: [
      db.insert(statusOverrides).select(sql`
        SELECT NULL, c.component_id, ${start}, ${end}, named.status, ${cause} FROM ${affected}`),
      db.insert(notices).values(notice),
      saveNoticeComponents(db, noticeID, restored),
      db.insert(noticeUpdates).values([openingUpdate, closingUpdate]),
      db.insert(noticeUpdateComponents).select(sql`
        SELECT ${openingUpdate.noticeUpdateID}, c.component_id, c.name, ${before}, named.status FROM ${affected}
        UNION ALL SELECT ${closingUpdate.noticeUpdateID}, c.component_id, c.name, named.status, 'Operational' FROM ${affected}`),
    ],
    componentIDs: components.map(({ componentID }) => componentID),
    noticeUpdateID: null,
    now,
  }));
}

/** The worst status that the component `c` had at `start`, whether it was recorded then or later, for another incident. */
function statusBefore(start: string, cause: string): SQL {
  const recorded = sql`SELECT * FROM (SELECT status FROM ${statusChanges} AS change WHERE change.component_id = c.component_id
    AND change.at < ${start} ORDER BY change.at DESC, change.id DESC LIMIT 1)`;
  const learnedLater = sql`SELECT status FROM ${statusOverrides} AS other WHERE other.component_id = c.component_id
    AND other."from" < ${start} AND other."to" >= ${start} AND other.cause <> ${cause}`;
  return sql`coalesce((SELECT status FROM (${recorded} UNION ALL ${learnedLater})
    ORDER BY ${severitySQL(sql`status`)} DESC LIMIT 1), 'Operational')`;
}
