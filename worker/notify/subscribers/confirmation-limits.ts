import { lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { confirmationLimits, subscribers } from "./table.ts";

const WEEK_MS = 7 * DAY_MS;
/** The waiting time after each unconfirmed request. The last one repeats. */
const WAITS_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS];
const RESET_AFTER_MS = 30 * DAY_MS;

/** A mailbox must wait after each email, and longer if it declined or complained at any tag. */
export function isMailboxAllowed(mailboxKey: string, now: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${confirmationLimits} AS l
      WHERE l.mailbox_key = ${mailboxKey} AND l.next_at > ${isoTime(now)})
    AND NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.mailbox_key = ${mailboxKey}
      AND (other.ended_reason IN ('complaint', 'erased') AND other.confirmation_sent_at > ${isoTime(now - 30 * DAY_MS)}
        OR other.ended_reason = 'declined' AND other.confirmation_sent_at > ${isoTime(now - DAY_MS)}))`;
}

interface Counted {
  mailboxKey: string;
  now: number;
  onlyIf: SQL;
}

export function countConfirmation(db: WriteDb, { mailboxKey, now, onlyIf }: Counted) {
  const [first, second, third, later] = WAITS_MS.map((wait) => isoTime(now + wait));
  return db
    .insert(confirmationLimits)
    .select(sql`SELECT ${mailboxKey}, 1, ${first} FROM (SELECT 1) WHERE ${onlyIf}`)
    .onConflictDoUpdate({
      target: confirmationLimits.mailboxKey,
      set: {
        sent: sql`sent + 1`,
        nextAt: sql`CASE sent WHEN 1 THEN ${second} WHEN 2 THEN ${third} ELSE ${later} END`,
      },
    });
}

export function resetConfirmations(db: WriteDb, mailboxKey: SQL) {
  return db.delete(confirmationLimits).where(sql`mailbox_key = ${mailboxKey}`);
}

export function deleteExpiredLimits(db: WriteDb, now: number) {
  return db.delete(confirmationLimits).where(lt(confirmationLimits.nextAt, isoTime(now - RESET_AFTER_MS)));
}
