import { and, asc, gte, lt, lte, max, sql } from "drizzle-orm";
import { settings } from "../../settings/table.ts";
import { DAY_MS, isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { DEFAULT_AUDIT_DAYS } from "./domain.ts";
import { auditEntries } from "./table.ts";

const MAX_DELETED_PER_HOUR = 500;

/**
 * Deletes the oldest entries, up to the first that is young enough: if a clock was wrong, entries are not in the order of their
 * dates.
 */
export async function deleteOldAuditEntries(db: WriteDb, now: number): Promise<void> {
  const [stored] = await db.select({ days: settings.auditDays }).from(settings).limit(1);
  const oldest = isoTime(now - (stored?.days ?? DEFAULT_AUDIT_DAYS) * DAY_MS);
  const { seq, at } = auditEntries;
  const first = db
    .select({ seq, at })
    .from(auditEntries)
    .orderBy(asc(seq))
    .limit(MAX_DELETED_PER_HOUR)
    .as("first");
  const young = db.select({ seq: first.seq }).from(first).where(gte(first.at, oldest)).limit(1);
  const newest = db.select({ seq: max(first.seq) }).from(first);
  await db.batch([
    db
      .delete(auditEntries)
      .where(and(lte(seq, newest), lt(seq, sql`coalesce(${young}, ${newest} + 1)`), lt(at, oldest))),
  ]);
}
