import { and, asc, desc, eq, lt, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as z from "zod";
import { tooLarge } from "../../http/errors.ts";
import { publishedProposals } from "../../notices/proposals/table.ts";
import { notices } from "../../notices/table.ts";
import { MiB } from "../../shared/domain.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { parseStored } from "../../storage/stored-json.ts";
import {
  ALERTS_KEPT_MS,
  ALERTS_LISTED,
  type Alert,
  MAX_BODIES_KEPT,
  MAX_SHOWN_BODY_CHARACTERS,
  MAX_STORED_ALERT_BYTES,
  type StoredSourceID,
} from "../domain.ts";
import { matches } from "../rules/domain.ts";
import type { ReceivedAlert } from "../rules/episode.ts";
import { startProgress } from "../rules/progress.ts";
import type { AlertRule } from "../rules/schema.ts";
import { listRules } from "../rules/store.ts";
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
  keyID: string;
  keyName: string;
  alerts: Alert[];
  body: unknown;
  /** Say that the source was heard. */
  beats: readonly BatchItem<"sqlite">[];
}

/** Writes one row, whatever it has, and those of the beats. @returns the ID of the row. @throws HttpError 413 */
export async function storeAlerts(
  db: WriteDb,
  { source, keyID, keyName, alerts, body, beats }: Received,
): Promise<string> {
  const text = JSON.stringify(alerts);
  if (new TextEncoder().encode(text).length > MAX_STORED_ALERT_BYTES)
    throw tooLarge("The labels of these alerts are too large. Send fewer alerts at once.");
  const [rows] = await db.batch([
    db
      .insert(receivedAlerts)
      .values({
        source,
        keyID,
        keyName,
        receivedAt: isoTime(Date.now()),
        alerts: text,
        body: shownBody(body),
      })
      .returning({ id: receivedAlerts.receivedID }),
    startProgress(db),
    db
      .delete(receivedAlerts)
      .where(
        sql`${receivedAlerts.receivedID} <= (SELECT max(received_id) FROM ${receivedAlerts}) - ${MAX_BODIES_KEPT}`,
      ),
    ...beats,
  ]);
  return String(rows[0]?.id);
}

/** It stays JSON, so that paths can be chosen on it. Quotation marks and escapes count only in the result. */
function shownBody(body: unknown): string {
  for (let max = MAX_SHOWN_BODY_CHARACTERS; ; max /= 2) {
    const json = JSON.stringify(cutSecrets(body, max));
    if (json.length <= MAX_SHOWN_BODY_CHARACTERS) return json;
  }
}

const LISTED_ALERTS = 20;

export async function listReceived(
  db: Db,
  { before, source, text }: { before: number | undefined; source: StoredSourceID | undefined; text: string },
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
          text === ""
            ? undefined
            : sql`instr(lower(${receivedAlerts.alerts}), lower(${searchedText(text)})) > 0`,
        ),
      )
      .orderBy(desc(receivedAlerts.receivedID))
      .limit(ALERTS_LISTED),
  ]);
  return rows.map(({ receivedID, alerts, ...row }) => ({
    ...row,
    id: String(receivedID),
    ...toList(parseAlerts(alerts), row.source, rules),
  }));
}

/** The alerts are stored as JSON, in which quotation marks are escaped. */
function searchedText(text: string): string {
  return JSON.stringify(text.trim()).slice(1, -1);
}

function parseAlerts(text: string): Alert[] {
  return parseStored(StoredAlerts, "received_alerts.alerts", text) ?? [];
}

function toList(alerts: Alert[], source: StoredSourceID, rules: AlertRule[]) {
  const listed = alerts.slice(0, LISTED_ALERTS).map((alert) => toResponse(alert, source, rules));
  return { alertCount: alerts.length, alerts: listed };
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

/** What a preview or a new rule reads at most. */
const NEWEST_READ = 2000;
const MAX_NEWEST_BYTES = 4 * MiB;

/** @returns the newest, in the order in which they were received */
export async function readNewest(db: Db): Promise<ReceivedAlert[]> {
  const { source, receivedAt, alerts, receivedID } = receivedAlerts;
  const bytes = sql<number>`sum(octet_length(${alerts})) OVER (ORDER BY ${receivedID} DESC)`.as("bytes");
  const newest = db
    .select({ source, receivedAt, alerts, receivedID, bytes })
    .from(receivedAlerts)
    .orderBy(desc(receivedID))
    .limit(NEWEST_READ)
    .as("newest");
  const rows = await db
    .select()
    .from(newest)
    .where(lte(newest.bytes, MAX_NEWEST_BYTES))
    .orderBy(asc(newest.receivedID));
  return rows.flatMap((row) => withSource(row));
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
      .where(sql`${receivedID} < ${newest} AND ${receivedAt} < ${isoTime(now - ALERTS_KEPT_MS)}`),
    db
      .delete(publishedProposals)
      .where(
        sql`NOT EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${publishedProposals.incidentID} AND n.status <> 'Resolved')`,
      ),
  ]);
}
