import { asc, gt, sql } from "drizzle-orm";
import { sha256 } from "../http/hash.ts";
import { guard, ifGuardFails } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import { sealedText } from "./domain.ts";
import { entryOf, sealedSeq, selectChain } from "./store.ts";
import { auditChain, auditEntries } from "./table.ts";

const MAX_SEALED_PER_MINUTE = 500;

/**
 * SQLite has no SHA-256, and a hash that is computed before its batch would miss entries of concurrent writes. So entries are
 * stored without one, and the cron seals them in their order.
 */
export async function sealAuditEntries(db: WriteDb): Promise<void> {
  const [[chain], entries] = await db.batch([
    selectChain(db),
    db
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.seq, sealedSeq))
      .orderBy(asc(auditEntries.seq))
      .limit(MAX_SEALED_PER_MINUTE),
  ]);
  const last = entries.at(-1);
  if (!last) return;
  let hash = chain?.sealedHash ?? "";
  const hashes: [seq: number, hash: string][] = [];
  for (const entry of entries) {
    hash = await sha256(sealedText(hash, entryOf(entry)));
    hashes.push([entry.seq, hash]);
  }
  const end = { sealedSeq: last.seq, sealedHash: hash };
  const batch = db.batch([
    guard(db, sql`${sealedSeq} = ${chain?.sealedSeq ?? 0}`),
    db
      .update(auditEntries)
      .set({ hash: sql`sealed.value ->> 1` })
      .from(sql`json_each(${JSON.stringify(hashes)}) AS sealed`)
      .where(sql`${auditEntries.seq} = sealed.value ->> 0`),
    db
      .insert(auditChain)
      .values({ id: 1, ...end })
      .onConflictDoUpdate({ target: auditChain.id, set: end }),
  ]);
  await ifGuardFails<unknown>(batch, () => undefined); // another run was faster
}
