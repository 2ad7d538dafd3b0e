import { SCHEDULED_AT } from "../../storage/due.ts";

/** It costs no row where nothing was ever received. SQLite reads both sides of AND, but only one branch of CASE. */
export const hasReceivedAlerts = "(SELECT count(*) FROM alert_progress) > 0";

/** Something was received that no rule has seen, or a rule has waited long enough. */
export const isAlertDue = `CASE WHEN ${hasReceivedAlerts} THEN
  EXISTS (SELECT 1 FROM received_alerts WHERE received_id > (SELECT max(received_id) FROM alert_progress))
  OR EXISTS (SELECT 1 FROM alert_episodes WHERE due_at <= ${SCHEDULED_AT}) END`;
