import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { parseStored, readableJSON } from "../storage/stored-json.ts";
import { ComponentStatuses } from "./schema.ts";
import { components } from "./table.ts";

/** The rows of a column that has components with their statuses as JSON. A query names them `entry`. */
export function storedEntries(column: SQLWrapper): SQL {
  return sql`json_each(${readableJSON(column, "array")})`;
}

export function entryField(name: "componentID" | "status"): SQL {
  return sql`iif(entry.type = 'object', entry.value, NULL) ->> ${sql.raw(`'${name}'`)}`;
}

/** Selects the list in the order of the page, without components that were deleted since it was stored. */
export function existingStatuses(column: SQLWrapper): SQL<string> {
  // The subquery sorts, because an aggregate keeps the order of its rows.
  return sql<string>`(SELECT json_group_array(json_object('componentID', component_id, 'status', status))
    FROM (SELECT c.component_id, ${entryField("status")} AS status FROM ${storedEntries(column)} AS entry
      JOIN ${components} AS c ON c.component_id = ${entryField("componentID")} ORDER BY c."order"))`;
}

/**
 * @param stored the text of the column, whose list is empty if it was damaged in storage
 * @param existing what `existingStatuses` selected
 */
export function parseStatuses(
  column: string,
  { stored, existing }: { stored: string; existing: string },
): ComponentStatuses {
  const isWhole = parseStored(ComponentStatuses, column, stored) !== undefined;
  return isWhole ? (JSON.parse(existing) as ComponentStatuses) : []; // the schema was just checked
}
