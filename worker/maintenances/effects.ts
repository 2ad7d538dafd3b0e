import { inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { listed, setComponentStatuses } from "../components/history.ts";
import { componentStatuses } from "../components/statuses.ts";
import { components, statusChanges } from "../components/table.ts";
import type { Db } from "../db.ts";
import { openStatuses } from "../incidents/statuses.ts";
import type { Move } from "../notices/rules.ts";
import { noticeComponents, notices } from "../notices/table.ts";
import { isRunning, runningStatuses } from "./statuses.ts";

/**
 * What a maintenance's move does to its components: at the start they go to Under Maintenance, at the end back
 * to what they were. A component that the move itself names gets the status named, whatever the move would do.
 */
export function maintenanceEffects(db: Db, move: Move): BatchItem<"sqlite">[] {
  const { noticeID, from, to, touched, at, now } = move;
  const change = { at, now, cause: `maintenance:${noticeID}` };
  const [ran, runs] = [isRunning(from), isRunning(to)];
  // Until the start, Under Maintenance is what is planned, not what is.
  const named = to === "Scheduled" ? touched.filter(({ status }) => status !== "Under Maintenance") : touched;
  return [
    ...(runs ? [rememberStatuses(db, noticeID, now)] : []),
    ...(runs && !ran ? start(db, move, change) : []),
    ...(ran && !runs ? end(db, move, change) : []),
    ...(named.length > 0 ? setComponentStatuses(db, listed(named), change) : []),
  ];
}

type Change = Parameters<typeof setComponentStatuses>[2];

function start(db: Db, { noticeID, touched }: Move, change: Change) {
  const mine = sql`${noticeComponents.noticeID} = ${noticeID} AND ${notNamed(touched)}`;
  const all = sql`(SELECT component_id, 'Under Maintenance' AS status
    FROM ${noticeComponents} WHERE ${mine})`;
  return [
    ...setComponentStatuses(db, all, change),
    db.update(noticeComponents).set({ status: "Under Maintenance" }).where(mine),
  ];
}

/**
 * Back to what each was, or to the worst that an open incident says of it. Left alone is what somebody set
 * meanwhile, and what another running maintenance still holds.
 */
function end(db: Db, { noticeID, touched }: Move, change: Change) {
  const held = sql`(
    SELECT mine.component_id, coalesce(${saidByOpenIncident}, mine.restore_status) AS status
    FROM ${noticeComponents} AS mine JOIN ${components} AS c ON c.component_id = mine.component_id
    WHERE mine.notice_id = ${noticeID} AND mine.restore_status IS NOT NULL AND c.status = 'Under Maintenance'
      AND mine.component_id NOT IN (SELECT component_id FROM ${listed(touched)})
      AND ${lastCause} LIKE 'maintenance:%'
      AND NOT EXISTS ${anotherHolding(sql`mine.component_id`, noticeID)})`;
  return [
    ...setComponentStatuses(db, held, change),
    handOver(db, noticeID),
    db
      .update(noticeComponents)
      .set({ restoreStatus: null, restoreSeenAt: null })
      .where(sql`${noticeComponents.noticeID} = ${noticeID}`),
  ];
}

/** A window that still holds a component gives back at its end what was seen last, whichever of the two saw it. */
function handOver(db: Db, noticeID: string) {
  const mine = db
    .select()
    .from(noticeComponents)
    .where(sql`${noticeComponents.noticeID} = ${noticeID} AND ${noticeComponents.restoreStatus} IS NOT NULL`)
    .as("mine");
  return db
    .update(noticeComponents)
    .set({ restoreStatus: sql`${mine.restoreStatus}`, restoreSeenAt: sql`${mine.restoreSeenAt}` })
    .from(mine)
    .where(
      sql`notice_components.component_id = ${mine.componentID} AND notice_components.notice_id <> ${noticeID}
        AND notice_components.restore_status IS NOT NULL AND notice_components.restore_seen_at < ${mine.restoreSeenAt}`,
    );
}

/** What each component was before; where another running maintenance holds it already, what it was before that. */
function rememberStatuses(db: Db, noticeID: string, now: string) {
  const componentID = sql`notice_components.component_id`;
  const current = sql`(SELECT status FROM ${components} AS c WHERE c.component_id = ${componentID})`;
  const ofTheOther = (column: SQL) => sql`(SELECT ${column} FROM ${anotherHolding(componentID, noticeID)}
    WHERE ${current} = 'Under Maintenance' LIMIT 1)`;
  return db
    .update(noticeComponents)
    .set({
      restoreStatus: sql`coalesce(${ofTheOther(sql`restore_status`)}, ${current})`,
      restoreSeenAt: sql`coalesce(${ofTheOther(sql`restore_seen_at`)}, ${now})`,
    })
    .where(sql`${noticeComponents.noticeID} = ${noticeID} AND ${noticeComponents.restoreStatus} IS NULL`);
}

/** Other maintenances that run and have the component, as a subquery. */
function anotherHolding(componentID: SQL, noticeID: string): SQL {
  const running = sql.join(
    runningStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  return sql`(SELECT other.restore_status, other.restore_seen_at FROM ${noticeComponents} AS other
    JOIN ${notices} AS n ON n.notice_id = other.notice_id
    WHERE other.component_id = ${componentID} AND n.notice_id <> ${noticeID}
      AND n.kind = 'maintenance' AND n.status IN (${running}) AND other.restore_status IS NOT NULL)`;
}

// The later a status stands in the list, the worse it is; so does its place in the joined names.
const severity = componentStatuses.join(",");
// From the few open incidents on: a component may have been part of thousands.
const saidByOpenIncident = sql`(SELECT said.status FROM ${notices} AS i
  CROSS JOIN ${noticeComponents} AS said
  WHERE said.notice_id = i.notice_id AND said.component_id = mine.component_id AND said.status <> 'Operational'
    AND i.kind = 'incident' AND ${inArray(sql`i.status`, openStatuses)}
  ORDER BY instr(${severity}, said.status) DESC LIMIT 1)`;

// As the index has them, so that one row is read.
const lastCause = sql`(SELECT cause FROM ${statusChanges} AS s WHERE s.component_id = mine.component_id
  ORDER BY s.at DESC, s.id DESC LIMIT 1)`;

function notNamed(touched: Move["touched"]): SQL {
  return sql`${noticeComponents.componentID} NOT IN (SELECT component_id FROM ${listed(touched)})`;
}
