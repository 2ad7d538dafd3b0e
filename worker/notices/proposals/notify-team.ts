import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../../components/schema.ts";
import { queueFor } from "../../notify/outbox/queue.ts";
import { follows, isLaneOn, isNotPaused } from "../../notify/outbox/recipients.ts";
import { messages } from "../../notify/outbox/table.ts";
import { subscribers } from "../../notify/subscribers/table.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { firstComponents } from "./summaries.ts";
import { proposals } from "./table.ts";

const MAX_COMPONENTS = 100;

/**
 * Put these after the statement that adds the proposal. Channels get it that would get the incident, and those that are told
 * about failures.
 */
export function notifyTeam(
  db: WriteDb<"mail">,
  proposalID: string,
  components: ComponentStatuses,
): BatchItem<"sqlite">[] {
  const messageID = newID();
  const affected = sql`SELECT value ->> 'componentID' FROM json_each(${JSON.stringify(components)})`;
  const recipients = sql`s.is_team AND s.state = 'confirmed'
    AND (s.hears_failures OR ${follows({ noticeID: sql`NULL`, affected })})
    AND ${isLaneOn(sql`s.lane`)} AND ${isNotPaused}`;
  return [
    db.insert(messages).select(sql`
      SELECT ${messageID}, 'failure', NULL, NULL, NULL, ${proposals.createdAt}, ${alertJSON()} FROM ${proposals}
      WHERE ${proposals.proposalID} = ${proposalID}
        AND EXISTS (SELECT 1 FROM ${subscribers} AS s WHERE ${recipients})`),
    queueFor(db, messageID, { recipients }),
  ];
}

/** A `ProposedIncident`. */
function alertJSON(): SQL {
  const { createdByKind, createdByName, name, status, message, createdAt } = proposals;
  return sql`json_object('type', 'incident_proposed',
    'proposedBy', json_object('kind', ${createdByKind}, 'name', ${createdByName}),
    'content', json_object('kind', 'incident', 'noticeID', ${proposals.proposalID}, 'first', json('true'), 'name', ${name},
      'status', ${status}, 'message', ${message}, 'postedAt', ${createdAt}, 'startAt', NULL, 'endAt', NULL,
      'components', json(${firstComponents(MAX_COMPONENTS)})))`;
}
