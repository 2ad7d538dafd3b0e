import { sql } from "drizzle-orm";
import { readSettings } from "../../settings/store.ts";
import { isoTime, utcDay } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { readExportPage, readVersion } from "../export.ts";
import { archivedTables } from "../parts.ts";
import { emptiness } from "../restore.ts";
import { isNight, LEASE_MS, nightlyParts, PAGES_PER_MINUTE } from "./domain.ts";
import { deleteOlderExports, hasManifest, storeManifest, storePage } from "./files.ts";
import { type Progress, readProgress, storeProgress } from "./store.ts";

/** Exports some pages at each minute of the night, until all are stored. Costs two rows in each other minute of the night. */
export async function continueNightlyExport(env: Env, db: WriteDb, now: number): Promise<void> {
  if (!isNight(now)) return;
  const day = utcDay(now);
  const before = await readProgress(db);
  const begun = before?.day === day ? before : atStart(day);
  if (begun.finishedAt !== "" || isoTime(now) < begun.leaseUntil) return;
  const claimed = { ...begun, leaseUntil: isoTime(now + LEASE_MS) };
  if (!(await storeProgress(db, before, claimed))) return;
  const { nightlyExportsKept } = await readSettings(db);
  const progress = await continueClaimed(env, db, { begun, nightlyExportsKept, now });
  await storeProgress(db, claimed, { ...progress, leaseUntil: "" });
}

async function continueClaimed(
  env: Env,
  db: Db,
  { begun, nightlyExportsKept, now }: { begun: Progress; nightlyExportsKept: number; now: number },
): Promise<Progress> {
  const { day } = begun;
  const finishedAt = isoTime(now);
  if (nightlyExportsKept === 0) {
    await deleteOlderExports(env.FILES, 0);
    return { ...begun, finishedAt };
  }
  // A run that was ended may have stored it, or D1 was restored since. Its pages must not be mixed with others.
  if (await hasManifest(env.FILES, day)) return { ...begun, finishedAt };
  const progress = await storePages(env, db, begun, now);
  const { pages, rows } = progress;
  // An installation that has nothing may have lost it, so its exports stay.
  if (progress.finishedAt === "" || pages === 0) return progress;
  await storeManifest(env.FILES, { day, pages, rows, finishedAt });
  await deleteOlderExports(env.FILES, nightlyExportsKept);
  return progress;
}

function atStart(day: string): Progress {
  const [part] = nightlyParts;
  if (part === undefined) throw new Error("An archive has no parts.");
  return { day, contentVersion: "", part, cursor: "", leaseUntil: "", pages: 0, rows: 0, finishedAt: "" };
}

async function storePages(env: Env, db: Db, begun: Progress, now: number): Promise<Progress> {
  let progress = begun;
  if (progress.contentVersion === "") {
    if (await isEmpty(env, db)) return { ...progress, finishedAt: isoTime(now) };
    progress = { ...progress, contentVersion: await readVersion(db) };
  }
  for (let count = 0; count < PAGES_PER_MINUTE; count++) {
    const { part, cursor, pages, rows } = progress;
    const page = await readExportPage(env, db, part, cursor === "" ? undefined : cursor);
    // Rows refer to each other, so all of them are read again.
    if (page.contentVersion !== progress.contentVersion) return atStart(progress.day);
    let stored = 0;
    if (page.rows.length > 0) {
      stored = 1;
      await storePage(env, progress.day, pages + 1, { part, rows: page.rows });
    }
    progress = { ...progress, pages: pages + stored, rows: rows + page.rows.length, cursor: page.next ?? "" };
    if (page.next !== null) continue;
    const next = nightlyParts[nightlyParts.indexOf(part) + 1];
    if (next === undefined) return { ...progress, finishedAt: isoTime(now) };
    progress = { ...progress, part: next };
  }
  return progress;
}

const { subscribers: _, settings: __, cancelledMaintenances: ___, ...contentTables } = archivedTables;
const isContentEmpty = emptiness(Object.values(contentTables).map(({ table }) => table));

/** Settings and logos alone don't count: they are not what an installation is about. */
async function isEmpty(env: Env, db: Db): Promise<boolean> {
  const [[content], subscribers] = await Promise.all([
    db.select({ isEmpty: sql<number>`${isContentEmpty}`.as("is_empty") }).from(sql`(SELECT 1)`),
    readExportPage(env, db, "subscribers", undefined),
  ]);
  return content?.isEmpty === 1 && subscribers.rows.length === 0;
}
