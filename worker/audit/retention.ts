import { asc, eq, gte, isNull, lt, lte, max, or, sql } from "drizzle-orm";
import { settings } from "../settings/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { DEFAULT_AUDIT_DAYS } from "./domain.ts";
import { auditChain, auditEntries } from "./table.ts";

const MAX_DELETED_PER_HOUR = 500;

/**
 * Only a sealed beginning of the chain is deleted, and its last hash is kept, so that the rest can still be verified. It ends
 * before the first entry that is young enough: if a clock was wrong, entries are not in the order of their dates.
 */
export async function deleteOldAuditEntries(db: WriteDb, now: number): Promise<void> {
  const [stored] = await db.select({ days: settings.auditDays }).from(settings).limit(1);
  const oldest = isoTime(now - (stored?.days ?? DEFAULT_AUDIT_DAYS) * DAY_MS);
  const { seq, at, hash } = auditEntries;
  const first = db
    .select({ seq, at, hash })
    .from(auditEntries)
    .orderBy(asc(seq))
    .limit(MAX_DELETED_PER_HOUR)
    .as("first");
  const kept = db
    .select({ seq: first.seq })
    .from(first)
    .where(or(gte(first.at, oldest), isNull(first.hash)))
    .limit(1);
  const newest = db.select({ seq: max(first.seq) }).from(first);
  // The numbers have no gaps.
  const [last] = await db
    .select({ seq, hash })
    .from(auditEntries)
    .where(eq(seq, sql`coalesce(${kept} - 1, ${newest})`));
  if (!last) return;
  await db.batch([
    db
      .update(auditChain)
      .set({ deletedSeq: last.seq, deletedHash: last.hash ?? "" })
      // Another run may have deleted them.
      .where(lt(auditChain.deletedSeq, last.seq)),
    db.delete(auditEntries).where(lte(seq, last.seq)),
  ]);
}
