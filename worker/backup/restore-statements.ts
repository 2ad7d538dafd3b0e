import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import type { statusChanges } from "../components/table.ts";
import { invalidInput } from "../http/errors.ts";
import { metricFields, PrometheusProps, propsOf } from "../metrics/schema.ts";
import { requireTokenOriginIfSet } from "../metrics/sources/prometheus-token.ts";
import { settings } from "../settings/table.ts";
import { isoTime } from "../shared/time/domain.ts";
import type { WriteDb } from "../storage/db.ts";
import { insertRows } from "../storage/writes/insert-rows.ts";
import type { ArchivePart } from "./domain.ts";
import { storeDays, storeLogos } from "./files.ts";
import { archivedTables } from "./parts.ts";
import type { EarlierThatDay } from "./rows.ts";
import { type SubscriberRow, subscriberStatements } from "./subscribers.ts";

/** @throws HttpError 400 that names the field of a row */
export async function restoreStatements(
  env: Env,
  db: WriteDb<"public">,
  part: ArchivePart,
  rows: Record<string, unknown>[],
): Promise<BatchItem<"sqlite">[]> {
  const made = await import("./rows.ts");
  if (part === "metricDays") return storeDays(env, db, parse(made.MetricDayRow, rows));
  if (part === "logos") {
    await storeLogos(env, parse(made.LogoRow, rows));
    return [];
  }
  const { table, derive } = archivedTables[part];
  const schema = made.rowSchema(part);
  switch (part) {
    case "subscribers":
      return subscriberStatements(env, db, parse<SubscriberRow>(schema, rows));
    case "statusChanges": {
      const changes = parse<RestoredStatusChange>(
        schema.extend({ earlierThatDay: made.EarlierThatDay }),
        rows,
      );
      return insertRows(db, table, changes.flatMap(withEarlierChanges));
    }
    case "settings": {
      const [row] = parse<Partial<typeof settings.$inferInsert>>(schema, rows);
      const { mailProvider = null, smtpHost = null, smtpUser = null } = row ?? {};
      const isSameService = sql`coalesce(${mailProvider}, ${settings.mailProvider}) = ${settings.mailProvider}`;
      // The key of one email service must never be sent to another, nor the password of one SMTP server.
      const isSame = sql`${isSameService} AND (${settings.mailProvider} <> 'smtp' OR (coalesce(${smtpHost}, ${settings.smtpHost}) = ${settings.smtpHost}
          AND coalesce(${smtpUser}, ${settings.smtpUser}) = ${settings.smtpUser}))`;
      const mailKey = sql`iif(${isSame}, ${settings.mailKey}, '')`;
      const mailWebhookSecret = sql`iif(${isSameService}, ${settings.mailWebhookSecret}, '')`;
      return [
        db
          .insert(settings)
          .values({ ...row, id: 1 })
          .onConflictDoUpdate({ target: settings.id, set: { ...row, mailKey, mailWebhookSecret } }),
      ];
    }
    default: {
      const parsed = parse<Record<string, unknown>>(schema, rows);
      if (part === "metrics") for (const [index, row] of parsed.entries()) checkMetric(env, row, index);
      return insertRows(
        db,
        table,
        parsed.map((row) => ({ ...row, ...derive?.(row) })),
      );
    }
  }
}

function parse<Row>(schema: z.ZodType, rows: unknown[]): Row[] {
  const result = z.array(schema).safeParse(rows);
  if (!result.success) throw invalidInput(result.error, ["rows"]);
  return result.data as Row[]; // the schema is made from the table
}

type RestoredStatusChange = Omit<typeof statusChanges.$inferSelect, "previousStatus"> & {
  earlierThatDay?: z.output<typeof EarlierThatDay>;
};

/**
 * Where only a day's sums are known, each status is placed once, the worst first. All IDs of such an archive are raised in order,
 * so that these changes have some of their own.
 */
function withEarlierChanges({ earlierThatDay, ...change }: RestoredStatusChange) {
  if (earlierThatDay === undefined) return [change];
  const id = change.id * (componentStatuses.length + 1);
  const end = Date.parse(change.at);
  let next = earlierThatDay ? Date.parse(earlierThatDay.since) : end;
  const earlier = componentStatuses.toReversed().flatMap((status, n) => {
    const from = next;
    next = status === "Operational" ? end : from + (earlierThatDay?.milliseconds[status] ?? 0);
    if (from >= Math.min(next, end)) return [];
    const cause = "administrator";
    return [{ ...change, id: id - componentStatuses.length + n, status, at: isoTime(from), cause }];
  });
  return [...earlier, { ...change, id }];
}

function checkMetric(env: Env, row: Record<string, unknown>, index: number): void {
  const { type, props } = metricFields.pick({ type: true, props: true }).parse(row);
  const result = propsOf[type].safeParse(props);
  if (!result.success) throw invalidInput(result.error, ["rows", String(index), "props"]);
  if (type === "Prometheus") requireTokenOriginIfSet(env, PrometheusProps.parse(props));
}
