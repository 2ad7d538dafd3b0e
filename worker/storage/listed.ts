import { type SQL, sql } from "drizzle-orm";

/** A subquery for the values of a list. It is one parameter, because D1 takes 100 per statement. */
export function listed(values: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
