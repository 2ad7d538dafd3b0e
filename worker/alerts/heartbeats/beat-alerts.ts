import { type SQL, sql } from "drizzle-orm";
import type { Db, WriteDb } from "../../storage/db.ts";
import { receivedAlerts } from "../received/table.ts";
import { heartbeats } from "./table.ts";

/** Whether it was found to be missing, so its alert fires. */
export const isMissing = sql`(${heartbeats.dueAt} IS NULL AND ${heartbeats.lastBeatAt} <> '' AND NOT ${heartbeats.isPaused})`;

export function selectMissing(db: Db) {
  const { source, lastBeatAt } = heartbeats;
  return db.select({ source, lastBeatAt }).from(heartbeats).where(isMissing);
}

/** @param from a time in ISO 8601 */
export function dueAfter(from: string) {
  return later(sql`${from}`, sql`${heartbeats.periodMinutes} + ${heartbeats.graceMinutes}`);
}

/** @param time as SQL. If it is null, so is the result. */
export function later(time: SQL, minutes: SQL) {
  return sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, (60 * (${minutes})) || ' seconds')`;
}

interface BeatAlerts {
  /** Follows the heartbeat's name. */
  says: "is not heard" | "is heard again" | "is paused" | "is deleted";
  at: string;
  condition: SQL;
}

/** Inserts an alert of each heartbeat that meets the condition. All but the first end it. */
export function insertAlerts(db: WriteDb, { says, at, condition }: BeatAlerts) {
  const { heartbeatID, name, lastBeatAt, source } = heartbeats;
  const state = says === "is not heard" ? "firing" : "resolved";
  const alert = sql`json_object('key', ${heartbeatID}, 'state', ${state}, 'title', ${name} || ${` ${says}`},
    'labels', json(CASE WHEN ${source} IS NULL THEN json_object('heartbeat', ${name})
      ELSE json_object('heartbeat', ${name}, 'source', ${source}) END), 'link', '', 'at', ${Date.parse(at)})`;
  return db.insert(receivedAlerts).select(sql`
    SELECT NULL, 'heartbeat', '', ${at}, json_array(${alert}),
      json_object('heartbeat', ${name}, 'lastBeatAt', ${lastBeatAt}), '' FROM ${heartbeats} WHERE ${condition}`);
}
