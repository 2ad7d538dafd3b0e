import { type AnyColumn, and, eq, gte, type SQL } from "drizzle-orm";
import type { ListFilter } from "../http/lists/list-filter.ts";

export function matchesFilter(
  table: { status: AnyColumn; createdAt: AnyColumn },
  { status, since }: ListFilter,
): SQL | undefined {
  return and(
    status === undefined ? undefined : eq(table.status, status),
    since === undefined ? undefined : gte(table.createdAt, since),
  );
}
