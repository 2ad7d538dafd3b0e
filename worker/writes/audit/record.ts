import { eq, inArray, sql } from "drizzle-orm";
import { entities } from "../../entities/registry.ts";
import { describeError, errorIncludes } from "../../http/errors.ts";
import { log } from "../../http/log.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { AuditedRow } from "../../storage/audited.ts";
import { type AuditSubject, type ChangedStatus, database, type WriteDb } from "../../storage/db.ts";
import { listed } from "../../storage/listed.ts";
import { retry } from "../../storage/retry.ts";
import { insertRows } from "../../storage/writes/insert-rows.ts";
import { type AuditedBatch, type ResultOf, withoutEffects } from "../../storage/writes/write-database.ts";
import { compare } from "./compare.ts";
import type { AuditAction, AuditKind } from "./domain.ts";
import { auditEntries } from "./table.ts";

export interface Invocation {
  env: Pick<Env, "DB">;
  executionCtx: Pick<ExecutionContext, "waitUntil">;
}

type Entry = typeof auditEntries.$inferInsert;

interface AuditedWrite extends AuditSubject {
  kind: AuditKind;
  action: AuditAction;
  itemIDs: string[];
  noticeUpdateID?: string | undefined;
}

/**
 * `first` goes before the other statements of a batch, and `last` after them. The entries are stored with the write. What it
 * changed is added when it has been stored.
 */
export function recordEntries(
  db: WriteDb,
  { env, executionCtx }: Invocation,
  who: Pick<Entry, "actor" | "actorName" | "requestID">,
  { kind, action, itemIDs, noticeUpdateID = "", statusChanges }: AuditedWrite,
): AuditedBatch {
  const { audit } = entities[kind];
  const shared = { at: isoTime(Date.now()), ...who };
  const about = { kind, action, itemName: "", noticeUpdateID: noticeUpdateID || null };
  const known = audit ? {} : { before: {}, after: {} };
  const [insertion] = insertRows(
    db,
    auditEntries,
    itemIDs.map((itemID) => ({ ...shared, ...about, itemID, ...known })),
  );
  if (!insertion || !audit) return { first: insertion ? [insertion] : [], last: [] };
  const opening = insertion.returning({ seq: auditEntries.seq, itemID: auditEntries.itemID });
  const select = () => [audit.select(db, itemIDs, noticeUpdateID)];
  const selectsBefore = action === "created" ? [] : select();
  const selectsAfter = action === "deleted" ? [] : select();
  const complete = async (resultOf: ResultOf) => {
    const before = byItem(selectsBefore.flatMap((each) => resultOf(each) ?? []));
    const after = byItem(selectsAfter.flatMap((each) => resultOf(each) ?? []));
    const completions = (resultOf(opening) ?? []).map(({ seq, itemID }) => ({
      seq,
      ...compare(before.get(itemID), after.get(itemID), audit.privateFields),
    }));
    // A component's own entry has its status.
    const changes = kind === "component" ? [] : statusChanges.flatMap((each) => resultOf(each) ?? []);
    const ofComponents = changes.toSorted((one, other) => one.order - other.order).map(aboutComponent);
    await completeEntries(
      withoutEffects(database(env.DB, "primary")),
      completions,
      ofComponents.map((entry) => ({ ...shared, ...entry })),
    );
  };
  return {
    first: [...selectsBefore, opening],
    last: selectsAfter,
    complete: (resultOf) => executionCtx.waitUntil(complete(resultOf).catch(logFailure)),
  };
}

function byItem(rows: AuditedRow[]): Map<string, AuditedRow> {
  return new Map(rows.map((row) => [row.itemID, row]));
}

function aboutComponent({ componentID, name, from, to }: ChangedStatus) {
  const about = { kind: "component", action: "changed", itemID: componentID, itemName: name } as const;
  return { ...about, before: { status: from }, after: { status: to } };
}

type Completion = { seq: number } & ReturnType<typeof compare>;

/** Adds what a write changed to its open entries, and removes those of items that it left as they were. */
async function completeEntries(db: WriteDb, completions: Completion[], others: Entry[]): Promise<void> {
  const changed = completions.filter(({ before, after }) => Object.keys({ ...before, ...after }).length > 0);
  const unchanged = completions.filter((each) => !changed.includes(each)).map(({ seq }) => seq);
  const value = (field: string) => sql`value ->> ${field}`;
  const update = db
    .update(auditEntries)
    .set({ itemName: value("itemName"), before: value("before"), after: value("after") })
    .from(sql`json_each(${JSON.stringify(changed)})`)
    .where(eq(auditEntries.seq, value("seq")));
  const remove = db.delete(auditEntries).where(inArray(auditEntries.seq, listed(unchanged)));
  const [first, ...rest] = [
    ...(changed.length > 0 ? [update] : []),
    ...(unchanged.length > 0 ? [remove] : []),
    ...insertRows(db, auditEntries, others),
  ];
  if (first) await retry(() => db.batch([first, ...rest]).catch(ignoreIfComplete));
}

/** A trigger refuses the second try if only the response of the first was lost. */
function ignoreIfComplete(error: unknown): void {
  if (!errorIncludes(error, "audit log cannot be changed")) throw error;
}

/** The write is stored, and stays so. */
function logFailure(error: unknown): void {
  log("error", { event: "changed fields not recorded in the audit log", error: describeError(error) });
}
