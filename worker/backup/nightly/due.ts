import { SCHEDULED_AT } from "../../storage/due.ts";
import { NIGHT_BEGINS, NIGHT_ENDS } from "./domain.ts";

const hour = `CAST(substr(${SCHEDULED_AT}, 12, 2) AS INTEGER)`;

/** It is night, and its export is not finished. */
export const isNightlyExportDue = `CASE WHEN ${hour} >= ${NIGHT_BEGINS} AND ${hour} < ${NIGHT_ENDS}
  THEN NOT EXISTS (SELECT 1 FROM nightly_exports WHERE day = substr(${SCHEDULED_AT}, 1, 10) AND finished_at <> '') ELSE 0 END`;
