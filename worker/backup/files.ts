import { invalidField } from "../http/errors.ts";
import { mergePoints, readDay, sumByHour } from "../metrics/points/day-files.ts";
import { selectMetricIDs } from "../metrics/reads.ts";
import { upsertDaySums } from "../metrics/store.ts";
import { putLogoImage } from "../settings/logos.ts";
import { readSettings } from "../settings/store.ts";
import { logoFields } from "../settings/theme/domain.ts";
import { parseDayPath } from "../shared/time/domain.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { maxPageRows } from "./domain.ts";
import type { LogoRow, MetricDayRow } from "./rows.ts";

interface FilePage<Row> {
  rows: Row[];
  /** Undefined if no page follows. */
  last: string | undefined;
}

/** In the order of their names in R2. A revision says nothing outside of this bucket, so it is left out. */
export async function readDayPage(
  env: Env,
  db: Db,
  after: string | undefined,
): Promise<FilePage<MetricDayRow>> {
  const { days, last } = await listDays(env.FILES, after);
  // Files of deleted metrics can be left over.
  const known = await knownMetricIDs(db, days);
  return {
    rows: await readDays(
      env.FILES,
      days.filter(({ metricID }) => known.has(metricID)),
    ),
    last,
  };
}

/** Like `readDayPage`, but also for metrics that D1 doesn't have. */
export async function readAnyDayPage(
  files: R2Bucket,
  after: string | undefined,
): Promise<FilePage<MetricDayRow>> {
  const { days, last } = await listDays(files, after);
  return { rows: await readDays(files, days), last };
}

interface MetricDay {
  metricID: string;
  day: string;
}

async function listDays(files: R2Bucket, after: string | undefined) {
  const { objects } = await files.list({
    prefix: "metrics/",
    limit: maxPageRows("metricDays"),
    ...(after !== undefined && { startAfter: after }),
  });
  const days = objects.flatMap(({ key }): MetricDay[] => {
    const [, metricID = "", year = "", month = "", file = ""] = key.split("/");
    const day = parseDayPath(year, month, file.replace(/\.json$/, ""));
    return day === undefined ? [] : [{ metricID, day }];
  });
  return { days, last: objects.at(-1)?.key };
}

async function readDays(files: R2Bucket, days: MetricDay[]): Promise<MetricDayRow[]> {
  const rows = await Promise.all(
    days.map(async ({ metricID, day }) => ({
      metricID,
      day,
      points: (await readDay(files, metricID, day)).points,
    })),
  );
  return rows.filter(({ points }) => points.length > 0);
}

async function knownMetricIDs(db: Db, days: MetricDay[]): Promise<Set<string>> {
  const found = await selectMetricIDs(
    db,
    days.map(({ metricID }) => metricID),
  );
  return new Set(found.map(({ metricID }) => metricID));
}

/** One file at a time, because each can have 2 MiB. */
export async function readLogoPage(env: Env, db: Db, after = ""): Promise<FilePage<LogoRow>> {
  const stored = await readSettings(db);
  const ids = new Set(
    Object.values(logoFields)
      .map((field) => stored[field])
      .filter((id) => id !== ""),
  );
  const names = [...ids].flatMap((id) => [id, `${id}@2x`]).sort();
  const name = names.find((each) => each > after);
  if (name === undefined) return { rows: [], last: undefined };
  const file = await env.FILES.get(`logos/${name}`);
  if (!file) return { rows: [], last: name };
  return { rows: [{ name, data: (await file.bytes()).toBase64() }], last: name };
}

/**
 * Points that the file has already stay, so a repeated page changes nothing.
 * @returns the statement that stores the days' sums
 * @throws HttpError 400 for an unknown metric
 */
export async function storeDays(env: Env, db: WriteDb, rows: MetricDayRow[]) {
  const known = await knownMetricIDs(db, rows);
  const unknown = rows.findIndex(({ metricID }) => !known.has(metricID));
  if (unknown !== -1) {
    const message = "The archive has points of a metric that it doesn't have.";
    throw invalidField(`rows.${unknown}.metricID`, message);
  }
  const sums = await Promise.all(
    rows.map(async ({ metricID, day, points }) => {
      const merged = await mergePoints(env.FILES, { metricID, day, points });
      return { metricID, day, revision: merged.revision, ...sumByHour(merged.points) };
    }),
  );
  return [upsertDaySums(db, sums)];
}

/** @throws HttpError 400, 413 or 415 unless it is an image that can be uploaded as a logo */
export async function storeLogos(env: Env, rows: LogoRow[]): Promise<void> {
  await Promise.all(rows.map(({ name, data }) => putLogoImage(env, name, `data:image/png;base64,${data}`)));
}
