import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ComponentStatuses } from "../../components/schema.ts";
import { setComponentStatuses } from "../../components/status-changes.ts";
import { statusFromOtherNotices } from "../../components/status-from-other-notices.ts";
import { statusRows } from "../../components/status-history.ts";
import { components, statusChanges } from "../../components/table.ts";
import type { WriteDb } from "../../storage/db.ts";
import { isRunning, runningStatuses } from "../domain.ts";
import { noticeComponents, notices } from "../table.ts";
import type { ComponentEffects, RequestedChange, StatusTransition } from "../writes/kind-behavior.ts";

/**
 * Planned statuses are set at the start. At the end, each component gets its status from other notices, or else the one from
 * before. A status in the request overrides both.
 */
export function maintenanceEffects({
  from,
  to,
  components: sent,
  restoreComponents = true,
}: RequestedChange): ComponentEffects {
  const [ran, runs] = [isRunning(from), isRunning(to)];
  return {
    starts: runs && !ran,
    restores: ran && !runs && (to === "Scheduled" || restoreComponents),
    sets: to === "Scheduled" ? [] : sent,
  };
}

export function changeMaintenanceComponents(
  db: WriteDb<"public">,
  transition: StatusTransition,
): BatchItem<"sqlite">[] {
  const { noticeID, from, to, components: statuses, at, now } = transition;
  const { starts, restores, sets } = maintenanceEffects(transition);
  const change = { at, now, cause: `maintenance:${noticeID}` };
  const restoring =
    to === "Scheduled" ? { planned: statuses } : { named: statuses, keepsStatuses: !restores };
  return [
    ...(isRunning(to) ? [saveRestoreStatuses(db, noticeID, now)] : []),
    ...(starts ? start(db, noticeID, change) : []),
    ...(isRunning(from) && !isRunning(to)
      ? restoreMaintenanceComponents(db, noticeID, change, restoring)
      : []),
    ...(sets.length > 0 ? setComponentStatuses(db, statusRows(sets), change) : []),
  ];
}

type Change = Parameters<typeof setComponentStatuses>[2];

function start(db: WriteDb<"public">, noticeID: string, change: Change) {
  const plannedStatuses = sql`(SELECT component_id, status FROM ${noticeComponents}
    WHERE ${noticeComponents.noticeID} = ${noticeID})`;
  return setComponentStatuses(db, plannedStatuses, change);
}

interface RestoreOptions {
  named?: ComponentStatuses;
  /** Components whose planned statuses this request changes. The new statuses have not been applied. */
  planned?: ComponentStatuses;
  /** Forgets the saved statuses without restoring them. */
  keepsStatuses?: boolean;
}

export function restoredByMaintenance(
  noticeID: string,
  { named = [], planned = [] }: Pick<RestoreOptions, "named" | "planned">,
): SQL {
  const componentID = sql`own.component_id`;
  return sql`(
    SELECT own.component_id, coalesce(${statusFromOtherNotices(componentID, noticeID)}, own.restore_status) AS status
    FROM ${noticeComponents} AS own JOIN ${components} AS c ON c.component_id = own.component_id
    WHERE own.notice_id = ${noticeID} AND own.restore_status IS NOT NULL
      AND own.component_id NOT IN (SELECT component_id FROM ${statusRows(named)})
      AND (c.status = own.status OR own.component_id IN (SELECT component_id FROM ${statusRows(planned)}))
      AND (${lastCause} LIKE 'maintenance:%' OR ${lastCause} LIKE 'incident:%'))`;
}

/** Restores the saved statuses, which only a maintenance in progress has. A status that someone set meanwhile stays. */
export function restoreMaintenanceComponents(
  db: WriteDb<"public">,
  noticeID: string,
  change: Change,
  { named = [], planned = [], keepsStatuses = false }: RestoreOptions = {},
): BatchItem<"sqlite">[] {
  return [
    ...(keepsStatuses
      ? []
      : setComponentStatuses(db, restoredByMaintenance(noticeID, { named, planned }), change)),
    transferRestoreStatuses(db, noticeID),
    db
      .update(noticeComponents)
      .set({ restoreStatus: null, restoreSeenAt: null })
      .where(sql`${noticeComponents.noticeID} = ${noticeID}`),
  ];
}

/** An overlapping maintenance then restores the status that was saved last. */
function transferRestoreStatuses(db: WriteDb<"public">, noticeID: string) {
  const own = db
    .select()
    .from(noticeComponents)
    .where(sql`${noticeComponents.noticeID} = ${noticeID} AND ${noticeComponents.restoreStatus} IS NOT NULL`)
    .as("own");
  return db
    .update(noticeComponents)
    .set({ restoreStatus: sql`${own.restoreStatus}`, restoreSeenAt: sql`${own.restoreSeenAt}` })
    .from(own)
    .where(
      sql`notice_components.component_id = ${own.componentID} AND notice_components.notice_id <> ${noticeID}
        AND notice_components.restore_status IS NOT NULL AND notice_components.restore_seen_at < ${own.restoreSeenAt}`,
    );
}

/** If another maintenance in progress set the current status, saves the one from before that. */
function saveRestoreStatuses(db: WriteDb, noticeID: string, now: string) {
  const componentID = sql`notice_components.component_id`;
  const current = sql`(SELECT status FROM ${components} AS c WHERE c.component_id = ${componentID})`;
  const fromOverlapping = (
    column: SQL,
  ) => sql`(SELECT ${column} FROM ${overlappingMaintenances(componentID, noticeID)}
    WHERE status = ${current} LIMIT 1)`;
  return db
    .update(noticeComponents)
    .set({
      restoreStatus: sql`coalesce(${fromOverlapping(sql`restore_status`)}, ${current})`,
      restoreSeenAt: sql`coalesce(${fromOverlapping(sql`restore_seen_at`)}, ${now})`,
    })
    .where(sql`${noticeComponents.noticeID} = ${noticeID} AND ${noticeComponents.restoreStatus} IS NULL`);
}

function overlappingMaintenances(componentID: SQL, noticeID: string): SQL {
  const runningStatusList = sql.join(
    runningStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  return sql`(SELECT other.status, other.restore_status, other.restore_seen_at FROM ${noticeComponents} AS other
    JOIN ${notices} AS n ON n.notice_id = other.notice_id
    WHERE other.component_id = ${componentID} AND n.notice_id <> ${noticeID}
      AND n.kind = 'maintenance' AND n.status IN (${runningStatusList}) AND other.restore_status IS NOT NULL)`;
}

// This is the order of the index, so D1 reads one row.
const lastCause = sql`(SELECT cause FROM ${statusChanges} AS s WHERE s.component_id = own.component_id
  ORDER BY s.at DESC, s.id DESC LIMIT 1)`;
