import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { metrics } from "../../metrics/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { deliveries, messages } from "../outbox/table.ts";
import { subscribers } from "../subscribers/table.ts";
import { MAX_REASON_CHARACTERS } from "./domain.ts";
import { failures } from "./table.ts";

// Put these into the batch that records the failure, before the statement that does. The cron announces what they record.

const hasReceiver = sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE is_team AND hears_failures)`;

const shortened = (reason: SQL) => sql`substr(${reason}, 1, ${MAX_REASON_CHARACTERS})`;

const latest = { name: sql`excluded.name`, reason: sql`excluded.reason`, at: sql`excluded.at` };

/** A metric that fails again before anyone was notified that it works is not announced again. */
export function recordFailingMetrics(
  db: WriteDb,
  failing: { metricID: string; error: string }[],
): BatchItem<"sqlite">[] {
  if (failing.length === 0) return [];
  const begun = failing.map(({ metricID, error }) => ({ metricID, error }));
  return [
    db
      .insert(failures)
      .select(
        sql`SELECT 'metric', m.metric_id, m.title, ${shortened(sql`begun.value ->> 'error'`)}, 1, ${isoTime(Date.now())}, NULL
          FROM json_each(${JSON.stringify(begun)}) AS begun
          CROSS JOIN ${metrics} AS m ON m.metric_id = begun.value ->> 'metricID'
          WHERE m.collection_error = '' AND ${hasReceiver}`,
      )
      .onConflictDoUpdate({ target: [failures.kind, failures.subjectID], set: latest }),
  ];
}

/**
 * The bounce of an email about failures is not counted, so that such emails don't cause others.
 * @param condition on the delivery `d` that bounced
 */
export function recordBounceFailure(db: WriteDb, { condition, reason }: { condition: SQL; reason: string }) {
  return db
    .insert(failures)
    .select(
      sql`SELECT 'bounce', '', '', ${shortened(sql`${reason}`)}, count(*), ${isoTime(Date.now())}, NULL
        FROM ${deliveries} AS d JOIN ${messages} AS m ON m.message_id = d.message_id
        WHERE ${condition} AND m.kind <> 'failure' AND ${hasReceiver} HAVING count(*) > 0`,
    )
    .onConflictDoUpdate({
      target: [failures.kind, failures.subjectID],
      set: { ...latest, count: sql`${failures.count} + excluded.count` },
    });
}

/** @param condition on a subscriber `s` @param visitorName names a channel that is not the team's */
export function recordStoppedChannel(
  db: WriteDb,
  { condition, visitorName, reason }: { condition: SQL; visitorName: string; reason: string },
) {
  return db
    .insert(failures)
    .select(
      sql`SELECT 'channel', s.subscriber_id, iif(s.is_team, s.name, ${visitorName}), ${shortened(sql`${reason}`)}, 1,
          ${isoTime(Date.now())}, NULL
        FROM ${subscribers} AS s
        WHERE ${condition} AND s.state = 'confirmed' AND ${hasReceiver}`,
    )
    .onConflictDoUpdate({ target: [failures.kind, failures.subjectID], set: latest });
}
