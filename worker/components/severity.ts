import { type SQL, sql } from "drizzle-orm";
import { componentStatuses } from "./domain.ts";

/** A status as a number that is greater the worse it is. */
export function severityOf(status: SQL): SQL {
  const each = componentStatuses.map((known, severity) => sql`WHEN ${known} THEN ${severity}`);
  return sql`CASE ${status} ${sql.join(each, sql` `)} ELSE 0 END`;
}
