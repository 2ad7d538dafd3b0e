import { changesByComponent, selectStatusChanges } from "../../components/status-history.ts";
import { type Milliseconds, timesBetween } from "../../components/uptime.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { lastChangeTo } from "../domain.ts";
import type { LoadedNotice } from "../reads/assemble.ts";
import { readNotice } from "../store.ts";

/** What is known about an incident without anyone writing them down. */
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
    (incident.status === "Resolved" && lastChangeTo(incident, "Resolved")) || isoTime(Date.now());
  const selection = { noticeID, until: endedAt, each: true };
  const rows = await selectStatusChanges(db, createdAt, selection).limit(MAX_CHANGES);
  const [from, to] = [Date.parse(createdAt), Math.max(Date.parse(createdAt), Date.parse(endedAt))];
  const times = [...changesByComponent(rows)].map(
    ([componentID, changes]) => [componentID, timesBetween(changes, from, to)] as const,
  );
  return { incident, endedAt, times: new Map(times) };
}
