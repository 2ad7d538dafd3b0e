import { lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../storage/db.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../time/domain.ts";
import { confirmationLimits, subscribers } from "./table.ts";

const WEEK_MS = 7 * DAY_MS;
/** After each confirmation that is not confirmed, how long a mailbox gets none; the last stays. */
const WAITS_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS];
/** A mailbox for which nobody has asked for so long begins again. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Whether a mailbox may get a confirmation, whatever tag is asked for: not so soon after the one before, and not where
 * one of its addresses did not want it lately.
 */
export function mayBeSentTo(mailboxKey: string, now: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${confirmationLimits} AS l
      WHERE l.mailbox_key = ${mailboxKey} AND l.next_at > ${isoTime(now)})
    AND NOT EXISTS (SELECT 1 FROM ${subscribers} AS other WHERE other.mailbox_key = ${mailboxKey}
      AND (other.ended_reason IN ('complaint', 'erased') AND other.confirmation_sent_at > ${isoTime(now - 30 * DAY_MS)}
        OR other.ended_reason = 'declined' AND other.confirmation_sent_at > ${isoTime(now - DAY_MS)}))`;
}

interface Counted {
  mailboxKey: string;
  now: number;
  /** A condition on what the batch has done before. */
  onlyIf: SQL;
}

/** For a batch: the mailbox has been sent a confirmation. */
export function countConfirmation(db: Db, { mailboxKey, now, onlyIf }: Counted) {
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

/** For a batch: whoever reads the mailbox has confirmed an address of it. */
export function resetConfirmations(db: Db, mailboxKey: SQL) {
  return db.delete(confirmationLimits).where(sql`mailbox_key = ${mailboxKey}`);
}

/** For a batch. */
export function forgetLimits(db: Db, now: number) {
  return db.delete(confirmationLimits).where(lt(confirmationLimits.nextAt, isoTime(now - KEPT_MS)));
}
