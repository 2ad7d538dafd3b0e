import { and, desc, eq, gte, isNotNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isoTime, MINUTE_MS } from "../../shared/time/domain.ts";
import type { Db } from "../../storage/db.ts";
import { type AuditAction, type AuditKind, actorKind } from "./domain.ts";
import type { AuditEntry } from "./schema.ts";
import { auditEntries } from "./table.ts";

/** A younger entry that is open is about to be completed or removed. */
const MAX_COMPLETION_MS = MINUTE_MS / 2;

/** No search reads the whole log, so a page may have few entries or none although older ones follow. */
const MAX_SEARCHED = 1000;

export interface AuditFilter {
  actor?: string | undefined;
  kind?: AuditKind | undefined;
  action?: AuditAction | undefined;
  itemID?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditCursor {
  at: string;
  seq: number;
}

export interface AuditPage {
  entries: AuditEntry[];
  next?: AuditCursor;
}

/** The newest first. */
export async function listAuditEntries(
  db: Db,
  { actor, kind, action, itemID, from, to }: AuditFilter,
  { limit, before }: { limit: number; before?: AuditCursor | undefined },
): Promise<AuditPage> {
  const { at, seq } = auditEntries;
  const indexed = and(
    or(isNotNull(auditEntries.after), lt(at, isoTime(Date.now() - MAX_COMPLETION_MS))),
    itemID === undefined
      ? undefined
      : sql`${auditEntries.itemID} = ${itemID} AND ${auditEntries.itemID} <> ''`,
    from === undefined ? undefined : gte(at, from),
    to === undefined ? undefined : lt(at, to),
    before && sql`(${at}, ${seq}) < (${before.at}, ${before.seq})`,
  );
  const searched = db
    .select()
    .from(auditEntries)
    .where(indexed)
    .orderBy(desc(at), desc(seq))
    .limit(MAX_SEARCHED)
    .as("searched");
  const matching = and(
    kind && eq(searched.kind, kind),
    action && eq(searched.action, action),
    actor === undefined ? undefined : isActor(searched, actor),
  );
  const isFiltered = kind !== undefined || action !== undefined || actor !== undefined;
  const [rows, [last]] = await db.batch([
    db
      .select()
      .from(searched)
      .where(matching)
      .orderBy(desc(searched.at), desc(searched.seq))
      .limit(limit + 1),
    // Tells where to continue if the search has ended early.
    db
      .select({ at, seq })
      .from(auditEntries)
      .where(indexed)
      .orderBy(desc(at), desc(seq))
      .limit(isFiltered ? 1 : 0)
      .offset(MAX_SEARCHED - 1),
  ]);
  const entries = rows.slice(0, limit).map(toEntry);
  const lastShown = rows.length > limit ? entries.at(-1) : last;
  return { entries, ...(lastShown && { next: { at: lastShown.at, seq: lastShown.seq } }) };
}

/** D1 allows patterns of 50 bytes at most in LIKE. */
function isActor({ actor, actorName }: Record<"actor" | "actorName", SQLWrapper>, wanted: string): SQL {
  return sql`(${actor} = ${wanted} OR instr(lower(${actorName}), lower(${wanted})) > 0)`;
}

type Row = typeof auditEntries.$inferSelect;

function toEntry({ actor, actorName, before, after, ...row }: Row): AuditEntry {
  return {
    ...row,
    before: before ?? {},
    after: after ?? {},
    actor: { kind: actorKind(actor), id: actor, name: actorName },
  };
}
