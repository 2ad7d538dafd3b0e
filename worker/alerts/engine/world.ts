import { eq, inArray, ne, sql } from "drizzle-orm";
import type { ComponentStatus } from "../../components/domain.ts";
import { ComponentStatuses } from "../../components/schema.ts";
import { components, statusChanges } from "../../components/table.ts";
import { runningStatuses } from "../../notices/domain.ts";
import { MAX_PROPOSALS } from "../../notices/proposals/domain.ts";
import { isStale, proposals, publishedProposals } from "../../notices/proposals/table.ts";
import { noticeComponents, notices } from "../../notices/table.ts";
import { isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import { parseStored } from "../../storage/stored-json.ts";
import { parseEpisode } from "../rules/stored-episode.ts";
import { alertEpisodes } from "../rules/table.ts";
import type { World } from "./decision.ts";
import { type KnownBegun, readBegun } from "./known-begun.ts";

/** Alerts of different rules within this time have one cause, as far as a proposal is concerned. */
const STORM_MS = 10 * MINUTE_MS;

const newestChange = (column: "cause" | "at" | "id" | "status", condition = sql`true`) =>
  sql`(SELECT ${sql.raw(column)} FROM ${statusChanges} AS change WHERE change.component_id = components.component_id
    AND ${condition} ORDER BY change.at DESC, change.id DESC LIMIT 1)`;

/** A maintenance gives back the status from before it, which is still that of whoever set it. */
const isNotOfMaintenance = sql`change.cause NOT LIKE 'maintenance:%'`;
const setBy = newestChange("cause", isNotOfMaintenance);
/** A rule, or an incident that a rule has published. */
const isSetByRule = sql<number>`(${newestChange("status", isNotOfMaintenance)} = ${components.status}
  AND (${setBy} LIKE 'rule:%' OR EXISTS (SELECT 1 FROM ${publishedProposals} AS published
    WHERE published.by_rule AND 'incident:' || published.incident_id = ${setBy})))`;

const isInMaintenance = sql<number>`EXISTS (SELECT 1 FROM ${noticeComponents} AS nc
  JOIN ${notices} AS m ON m.notice_id = nc.notice_id
  WHERE nc.component_id = components.component_id AND m.kind = 'maintenance'
    AND m.status IN (${sql.raw(runningStatuses.map((status) => `'${status}'`).join(", "))}))`;

/** Somebody has posted an update, edited it, or set one of its components by hand. */
const isWrittenOn = sql<number>`(NOT ${publishedProposals.isByRule}
  OR ${notices.changedAt} <> coalesce(${publishedProposals.ruleChangedAt}, ${notices.createdAt})
  OR EXISTS (SELECT 1 FROM ${noticeComponents} AS nc JOIN ${components} ON ${components.componentID} = nc.component_id
    WHERE nc.notice_id = notices.notice_id AND ${setBy} NOT LIKE 'rule:%'
      AND ${setBy} <> 'incident:' || notices.notice_id))`;

export interface StoredWorld extends World {
  /** The ID of the newest change of each component's status. */
  changeIDs: Record<string, number>;
  /** When each proposal was last changed. */
  proposalTimes: Record<string, string>;
}

/** Reads what a rule has to know before it acts. */
export async function readWorld(
  db: Db,
  ruleID: string,
  { known, now }: { known: KnownBegun; now: number },
): Promise<StoredWorld> {
  const [componentRows, incidentRows, versions, waiting] = await readRows(db, ruleID);
  const others = await readBegun(known, versions, (ruleIDs) => selectBegun(db, ruleIDs));
  const young = isoTime(now - STORM_MS);
  const youngIncident = incidentRows.find(
    ({ createdAt, isWrittenOn: isWritten }) => createdAt > young && !isWritten,
  );
  return {
    components: Object.fromEntries(
      componentRows.map(({ componentID, status, setAt, ...is }) => [
        componentID,
        {
          status,
          isSetByRule: is.isSetByRule === 1,
          setAt: Date.parse(setAt) || 0,
          isInMaintenance: is.isInMaintenance === 1,
        },
      ]),
    ),
    proposals: Object.fromEntries(
      waiting.map(({ proposalID, components: named, ruleUpdatedAt, updatedAt }) => [
        proposalID,
        {
          isEdited: ruleUpdatedAt !== updatedAt,
          components: toStatuses(parseStored(ComponentStatuses, "proposals.components", named) ?? []),
        },
      ]),
    ),
    incidents: Object.fromEntries(
      incidentRows.map(({ proposalID, incidentID, isWrittenOn: isWritten }) => [
        proposalID,
        { incidentID, isWrittenOn: isWritten === 1 },
      ]),
    ),
    others,
    joinableID: waiting.find(
      ({ incidentID, ruleUpdatedAt, updatedAt, createdAt }) =>
        incidentID === null && ruleUpdatedAt === updatedAt && createdAt > young,
    )?.proposalID,
    joinableIncident: youngIncident && {
      proposalID: youngIncident.proposalID,
      incidentID: youngIncident.incidentID,
    },
    mayPropose: waiting.length < MAX_PROPOSALS,
    changeIDs: Object.fromEntries(componentRows.map(({ componentID, changeID }) => [componentID, changeID])),
    proposalTimes: Object.fromEntries(waiting.map(({ proposalID, updatedAt }) => [proposalID, updatedAt])),
  };
}

function readRows(db: Db, ruleID: string) {
  return db.batch([
    db
      .select({
        componentID: components.componentID,
        status: components.status,
        isSetByRule,
        setAt: sql<string>`coalesce(${newestChange("at")}, '')`,
        changeID: sql<number>`coalesce(${newestChange("id")}, 0)`,
        isInMaintenance,
      })
      .from(components),
    db
      .select({
        proposalID: publishedProposals.proposalID,
        incidentID: notices.noticeID,
        createdAt: notices.createdAt,
        isWrittenOn,
      })
      .from(publishedProposals)
      .innerJoin(notices, eq(notices.noticeID, publishedProposals.incidentID))
      .where(ne(notices.status, "Resolved")),
    db
      .select({ ruleID: alertEpisodes.ruleID, version: alertEpisodes.version })
      .from(alertEpisodes)
      .where(ne(alertEpisodes.ruleID, ruleID)),
    db.select().from(proposals).where(sql`NOT ${isStale}`),
  ]);
}

async function selectBegun(db: Db, ruleIDs: string[]) {
  const { ruleID, version, state } = alertEpisodes;
  const rows = await db
    .select({ ruleID, version, state })
    .from(alertEpisodes)
    .where(inArray(ruleID, listed(ruleIDs)));
  return rows.map((row) => ({ ...row, begun: parseEpisode(row.state).begun }));
}

function toStatuses(named: { componentID: string; status: ComponentStatus }[]) {
  return Object.fromEntries(named.map(({ componentID, status }) => [componentID, status]));
}
