import { and, desc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { parseStored } from "../../storage/stored-json.ts";
import {
  ALERTS_KEPT_MS,
  type Alert,
  MAX_BODIES_KEPT,
  MAX_SHOWN_BODY_CHARACTERS,
  type StoredSourceID,
} from "../domain.ts";
import { matches } from "../rules/domain.ts";
import type { ReceivedAlert } from "../rules/episode.ts";
import type { AlertRule } from "../rules/schema.ts";
import { listRules } from "../rules/store.ts";
import { alertProgress } from "../rules/table.ts";
import { cutSecrets } from "./cut-secrets.ts";
import type { ReceivedAlerts } from "./schema.ts";
import { receivedAlerts } from "./table.ts";

const StoredAlerts = z.array(
  z.object({
    key: z.string(),
    state: z.enum(["firing", "resolved"]),
    title: z.string(),
    labels: z.record(z.string(), z.string()),
    link: z.string(),
    at: z.number().nullable(),
  }),
);

interface Received {
  source: StoredSourceID;
  keyName: string;
  alerts: Alert[];
  body: unknown;
}

/** Writes one row, whatever it has. @returns the ID of the row */
export async function storeAlerts(db: WriteDb, { source, keyName, alerts, body }: Received): Promise<string> {
  const [rows] = await db.batch([
    db
      .insert(receivedAlerts)
      .values({
        source,
        keyName,
        receivedAt: isoTime(Date.now()),
        alerts: JSON.stringify(alerts),
        body: JSON.stringify(cutSecrets(body)).slice(0, MAX_SHOWN_BODY_CHARACTERS),
      })
      .returning({ id: receivedAlerts.receivedID }),
    // The cron looks for alerts only where there is this row.
    db.insert(alertProgress).values({ id: 1, receivedID: 0 }).onConflictDoNothing(),
  ]);
  return String(rows[0]?.id);
}

const LISTED = 50;

export async function listReceived(
  db: Db,
  { before, source }: { before: number | undefined; source: StoredSourceID | undefined },
): Promise<ReceivedAlerts[]> {
  const [rules, rows] = await Promise.all([
    listRules(db),
    db
      .select()
      .from(receivedAlerts)
      .where(
        and(
          before === undefined ? undefined : lt(receivedAlerts.receivedID, before),
          source && eq(receivedAlerts.source, source),
        ),
      )
      .orderBy(desc(receivedAlerts.receivedID))
      .limit(LISTED),
  ]);
  return rows.map(({ receivedID, alerts, ...row }) => ({
    ...row,
    id: String(receivedID),
    alerts: parseAlerts(alerts).map((alert) => toResponse(alert, row.source, rules)),
  }));
}

function parseAlerts(text: string): Alert[] {
  return parseStored(StoredAlerts, "received_alerts.alerts", text) ?? [];
}

function toResponse(alert: Alert, source: StoredSourceID, rules: AlertRule[]) {
  return {
    ...alert,
    at: alert.at === null ? null : isoTime(alert.at),
    rules: rules
      .filter((rule) => matches(rule, { ...alert, source }))
      .map(({ ruleID, name }) => ({ ruleID, name })),
  };
}

/** What a preview reads at most. */
const PREVIEWED = 2000;

/** @returns the newest, in the order in which they were received */
export async function readForPreview(db: Db): Promise<ReceivedAlert[]> {
  const { source, receivedAt, alerts, receivedID } = receivedAlerts;
  const rows = await db
    .select({ source, receivedAt, alerts })
    .from(receivedAlerts)
    .orderBy(desc(receivedID))
    .limit(PREVIEWED);
  return rows.reverse().flatMap((row) => withSource(row));
}

export function withSource(
  row: Pick<typeof receivedAlerts.$inferSelect, "source" | "receivedAt" | "alerts">,
) {
  const { source, receivedAt, alerts } = row;
  return parseAlerts(alerts).map((alert) => ({ ...alert, source, receivedAt: Date.parse(receivedAt) }));
}

/** The newest stays, so that no later one gets an ID that the rules have seen. */
export async function deleteOldReceived(db: WriteDb, now: number): Promise<void> {
  const { receivedID, receivedAt } = receivedAlerts;
  const newest = sql`(SELECT max(received_id) FROM ${receivedAlerts})`;
  await db.batch([
    db
      .delete(receivedAlerts)
      .where(
        sql`${receivedID} < ${newest} AND (${receivedAt} < ${isoTime(now - ALERTS_KEPT_MS)} OR ${receivedID} <= ${newest} - ${MAX_BODIES_KEPT})`,
      ),
  ]);
}
