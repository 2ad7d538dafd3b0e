import { lte, sql } from "drizzle-orm";
import { settings } from "../settings/table.ts";
import type { WriteDb } from "../storage/db.ts";
import { DAY_MS, isoTime } from "../time/domain.ts";
import { DEFAULT_AUDIT_DAYS } from "./domain.ts";
import { auditChain, auditEntries } from "./table.ts";

const MAX_DELETED_PER_HOUR = 500;

/** Only a sealed beginning of the chain is deleted, and its last hash is kept, so that the rest can still be verified. */
export async function deleteOldAuditEntries(db: WriteDb, now: number): Promise<void> {
  const [stored] = await db.select({ days: settings.auditDays }).from(settings).limit(1);
  const oldest = isoTime(now - (stored?.days ?? DEFAULT_AUDIT_DAYS) * DAY_MS);
  const tooOld = sql`(SELECT seq, hash FROM ${auditEntries} WHERE at < ${oldest} ORDER BY at LIMIT ${MAX_DELETED_PER_HOUR})`;
  const [last] = await db
    .select({ seq: sql<number | null>`max(seq)` })
    .from(sql`${tooOld}`)
    .where(sql`hash IS NOT NULL`);
  const seq = last?.seq ?? null;
  if (seq === null) return;
  await db.batch([
    db
      .update(auditChain)
      .set({ deletedSeq: seq, deletedHash: sql`(SELECT hash FROM ${auditEntries} WHERE seq = ${seq})` })
      // Another run may have deleted them.
      .where(sql`${auditChain.deletedSeq} < ${seq}`),
    db.delete(auditEntries).where(lte(auditEntries.seq, seq)),
  ]);
}
