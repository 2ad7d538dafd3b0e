import { sql } from "drizzle-orm";
import { statusChanges } from "../components/table.ts";
import { type Milliseconds, timesBetween } from "../components/uptime.ts";
import type { LoadedNotice } from "../notices/assemble.ts";
import { lastChangeTo } from "../notices/domain.ts";
import { readNotice } from "../notices/store.ts";
import { noticeComponents } from "../notices/table.ts";
import type { Db } from "../storage/db.ts";

/** The facts about an incident that are known without anyone writing them down. */
export interface IncidentRecord {
  incident: Pick<LoadedNotice, "name" | "createdAt" | "updates" | "components">;
  /** Now, if the incident is open. */
  endedAt: string;
  times: Map<string, Milliseconds>;
}

/** Components that changed more often than this have incomplete times. */
const MAX_CHANGES = 20_000;

export async function readRecord(db: Db, noticeID: string): Promise<IncidentRecord> {
  const incident = await readNotice(db, "incident", noticeID);
  const { createdAt } = incident;
  const endedAt =
    (incident.status === "Resolved" && lastChangeTo(incident, "Resolved")) || new Date().toISOString();
  const rows = await selectChanges(db, noticeID, { from: createdAt, to: endedAt });
  const times = [...Map.groupBy(rows, ({ componentID }) => componentID)].map(
    ([componentID, changes]) =>
      [
        componentID,
        timesBetween(
          changes.map(({ change }) => change).join(),
          Date.parse(createdAt),
          Math.max(Date.parse(createdAt), Date.parse(endedAt)),
        ),
      ] as const,
  );
  return { incident, endedAt, times: new Map(times) };
}

function selectChanges(db: Db, noticeID: string, { from, to }: { from: string; to: string }) {
  const { componentID, at, id, status, earlierThatDay } = statusChanges;
  const before = sql`(SELECT max(before.at) FROM ${statusChanges} AS before
    WHERE before.component_id = ${noticeComponents.componentID} AND before.at <= ${from})`;
  return db
    .select({
      componentID,
      change: sql<string>`iif(${earlierThatDay} IS NULL, json_array(${at}, ${id}, ${status}),
        json_array(${at}, ${id}, ${status}, ${earlierThatDay}))`.as("change"),
    })
    .from(noticeComponents)
    .crossJoin(statusChanges)
    .where(
      sql`${noticeComponents.noticeID} = ${noticeID} AND ${componentID} = ${noticeComponents.componentID}
        AND ${at} BETWEEN coalesce(${before}, ${from}) AND substr(${to}, 1, 10) || 'T24'`,
    )
    .limit(MAX_CHANGES);
}
