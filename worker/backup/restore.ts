import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { badRequest, stateConflict } from "../http/errors.ts";
import { metricDays } from "../metrics/table.ts";
import { cancelledMaintenances } from "../notices/maintenance/table.ts";
import { endpoints } from "../notify/endpoints/table.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../notify/subscribers/table.ts";
import { settings } from "../settings/table.ts";
import { sha256 } from "../shared/hash.ts";
import { isoTime } from "../shared/time/domain.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { guard, ifGuardFails, isGuardFailure } from "../storage/writes/batch-guard.ts";
import { replaceRow } from "../storage/writes/replace-row.ts";
import type { StoredRestore } from "../storage/writes/unfinished-restore.ts";
import { type ArchivePart, archiveParts } from "./domain.ts";
import { archivedTables } from "./parts.ts";
import { CANCELLED, notBegun, notEmpty, otherRestore, outOfOrder, rowError } from "./restore-errors.ts";
import { restoreStatements } from "./restore-statements.ts";
import type { ArchiveManifest, RestorePage, RestoreProgress, RestoreStart } from "./schema.ts";
import { archiveRestores } from "./table.ts";

/** Each table that a restore fills, but the settings, with children before their parents. */
const filledTables: SQLiteTable[] = archiveParts.toReversed().flatMap((part): SQLiteTable[] => {
  if (part === "settings" || part === "logos") return [];
  if (part === "metricDays") return [metricDays];
  if (part === "subscribers")
    return [subscriberNotices, subscriberGroups, subscriberComponents, endpoints, subscribers];
  return [archivedTables[part].table];
});

const isEmpty = emptiness(filledTables);

/** Deleted maintenances, which nothing but calendars shows, are left when everything was deleted by hand. */
const isEmptyOfContent = emptiness(filledTables.filter((table) => table !== cancelledMaintenances));

/** A condition that is true if none of the tables has a row. */
export function emptiness(tables: SQLiteTable[]): SQL {
  return sql.join(
    tables.map((table) => sql`NOT EXISTS (SELECT 1 FROM ${table})`),
    sql` AND `,
  );
}

/** Begins to restore the archive, or says how far its restore has come. @throws HttpError 409 unless the installation is empty */
export async function beginRestore(db: WriteDb<"public">, { parts }: ArchiveManifest): Promise<RestoreStart> {
  const archiveID = await sha256(JSON.stringify(parts));
  const now = isoTime(Date.now());
  const rowCounts: { [part in ArchivePart]?: number } = Object.fromEntries(
    parts.map(({ name, rows }) => [name, rows]),
  );
  const start = nextStart({ rowCounts, part: archiveParts[0], position: 0 }, now);
  const batch = db.batch([
    guard(
      db,
      sql`${isEmptyOfContent} AND NOT EXISTS (SELECT 1 FROM ${archiveRestores} WHERE finished_at = '')`,
    ),
    db.delete(cancelledMaintenances),
    replaceRow(db, archiveRestores, {
      archiveID,
      rowCounts,
      startedAt: now,
      updatedAt: now,
      ...start,
    }).returning(),
    // Nobody gets email twice while two installations have the same subscribers.
    db.update(settings).set({ emailEnabled: false, endpointsEnabled: false }),
  ]);
  const begun = batch.then(([, , [stored]]) => ({ ...toProgress(stored), isNew: true }));
  return ifGuardFails(begun, async () => {
    const running = await readRestore(db);
    if (running?.archiveID === archiveID) return { ...toProgress(running), isNew: false };
    throw running && running.finishedAt === "" ? otherRestore(running) : notEmpty();
  });
}

/** Stores a page, or nothing of it. A page that is stored already changes nothing. */
export async function restorePage(
  env: Env,
  db: WriteDb<"public">,
  { archiveID, part, position, rows }: RestorePage,
): Promise<RestoreProgress> {
  const running = await readRestore(db);
  if (running?.archiveID !== archiveID) throw notBegun();
  if (isStored(running, part, position)) return toProgress(running);
  const end = position + rows.length;
  if (running.part !== part || running.position !== position) throw outOfOrder(running);
  if (end > (running.rowCounts[part] ?? 0))
    throw badRequest(`The archive has more rows of ${part} than its manifest says.`);
  const statements = await restoreStatements(env, db, part, rows);
  const now = isoTime(Date.now());
  const next = { updatedAt: now, ...nextStart({ ...running, position: end }, now) };
  const isHere = sql`EXISTS (SELECT 1 FROM ${archiveRestores}
    WHERE archive_id = ${archiveID} AND part = ${part} AND position = ${position} AND finished_at = '')`;
  try {
    const results: readonly unknown[] = await db.batch([
      guard(db, isHere),
      ...statements,
      db.update(archiveRestores).set(next).where(eq(archiveRestores.id, 1)).returning(),
    ]);
    return toProgress((results.at(-1) as StoredRestore[])[0]); // the last statement returns the row
  } catch (error) {
    if (!isGuardFailure(error)) throw await rowError(db, error, running);
    // Another command may have stored this page meanwhile.
    const current = await readRestore(db);
    if (current?.archiveID !== archiveID) throw notBegun();
    if (isStored(current, part, position)) return toProgress(current);
    throw outOfOrder(current);
  }
}

function isStored(running: StoredRestore, part: ArchivePart, position: number): boolean {
  if (running.finishedAt !== "") return true;
  const [at, current] = [part, running.part].map((each) => archiveParts.indexOf(each)) as [number, number]; // two parts
  return at < current || (at === current && position < running.position);
}

/** The first row that is left: parts without rows are skipped. */
function nextStart(
  { rowCounts, part, position }: Pick<StoredRestore, "rowCounts" | "part" | "position">,
  now: string,
): Pick<StoredRestore, "part" | "position" | "finishedAt"> {
  if (position < (rowCounts[part] ?? 0)) return { part, position, finishedAt: "" };
  const following = archiveParts
    .slice(archiveParts.indexOf(part) + 1)
    .find((each) => (rowCounts[each] ?? 0) > 0);
  return following ? { part: following, position: 0, finishedAt: "" } : { part, position, finishedAt: now };
}

async function readRestore(db: Db): Promise<StoredRestore | undefined> {
  return (await db.select().from(archiveRestores))[0];
}

const ROWS_PER_CANCELLATION = 500;

/**
 * Deletes some of what was restored, and all if repeated. All content is the restore's own, because other writes are refused or
 * end it. Files in R2 stay, because nothing shows them.
 */
export async function cancelRestore(db: WriteDb<"public">): Promise<{ isEmpty: boolean }> {
  const deletions = filledTables.map((table, index) =>
    db.delete(table).where(
      sql`rowid IN (SELECT rowid FROM ${table} LIMIT ${ROWS_PER_CANCELLATION})
        ${index === 0 ? sql`` : sql`AND ${emptiness(filledTables.slice(0, index))}`}`,
    ),
  );
  const batch = db.batch([
    guard(db, sql`EXISTS (SELECT 1 FROM ${archiveRestores} WHERE finished_at = '')`),
    // It can't be continued anymore, because rows are missing that count as stored.
    db.update(archiveRestores).set({ archiveID: CANCELLED, updatedAt: isoTime(Date.now()) }),
    ...deletions,
    db.delete(archiveRestores).where(isEmpty),
  ]);
  await ifGuardFails<unknown>(batch, () => {
    throw stateConflict("No restore is in progress, so nothing was deleted.");
  });
  return { isEmpty: (await readRestore(db)) === undefined };
}

function toProgress(stored: StoredRestore | undefined): RestoreProgress {
  if (!stored) throw notBegun();
  const { archiveID, part, position, finishedAt } = stored;
  return { archiveID, part, position, isFinished: finishedAt !== "" };
}
