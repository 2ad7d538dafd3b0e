import { SCHEDULED_AT } from "../../storage/due.ts";

/** It costs no row where there is no heartbeat: SQLite reads both sides of AND, but only one branch of CASE. */
export const isHeartbeatDue = `CASE WHEN (SELECT count(*) FROM heartbeats) > 0 THEN
  EXISTS (SELECT 1 FROM heartbeats WHERE due_at <= ${SCHEDULED_AT}) END`;
