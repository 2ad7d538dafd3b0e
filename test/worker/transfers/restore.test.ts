import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { backUp } from "../../support/deploy/backup.ts";
import { dayFile, daysAgo } from "../../support/factories/days.ts";
import { makeIncident, makeMaintenance, makeMetric } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import type { Bill } from "../../support/workers/bill.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function page(headers: Record<string, string> = {}) {
  const response = await daymark.fetch("/", { headers });
  return { status: response.status, etag: response.headers.get("ETag") ?? "", text: await response.text() };
}

test("after a restore no client and no snapshot in R2 gets an ETag of lost content", async () => {
  await makeIncident(daymark, { name: "Before the backup" });
  const restore = await backUp(daymark.db);
  await makeIncident(daymark, { name: "Lost by the restore" });
  const lost = await page();
  expect(lost.text).toContain("Lost by the restore");
  const snapshot = async () => (await (await daymark.files.get("snapshots/"))?.text()) ?? "";
  await expect.poll(snapshot).toContain("Lost by the restore");

  await restore();
  await makeIncident(daymark, { name: "After the restore" });
  const next = await page({ "If-None-Match": lost.etag });
  expect(next.status).toBe(200);
  expect(next.etag).not.toBe(lost.etag);
  expect(next.text).toContain("After the restore");
  expect(next.text).not.toContain("Lost by the restore");
  await expect.poll(snapshot).toContain("After the restore");
  const outage = await page({ "x-test-break-d1": "all", "x-test-now": "2100-01-01T00:00:00Z" });
  expect(outage.text).toContain("After the restore");
  expect(outage.text).not.toContain("Lost by the restore");
});

/** The statement that docs/backup-and-restore.md says to run after a restore. */
const afterRestoreSQL =
  /"(INSERT OR REPLACE INTO restores[^"]+)"/.exec(
    readFileSync(join(root, "docs/backup-and-restore.md"), "utf8"),
  )?.[1] ?? "";

const readBill = async (target: Daymark): Promise<Bill> =>
  (await target.fetch("/x-bill")).json() as Promise<Bill>;

/** Runs the cron until the restore is finished, and returns the bill of each minute. */
async function finishRestore(target: Daymark): Promise<Bill[]> {
  const minutes = [];
  const started = Date.now();
  await target.db.exec(afterRestoreSQL);
  while (await target.db.prepare("SELECT 1 FROM restores").first()) {
    const before = await readBill(target);
    await target.runCron(new Date(started + minutes.length * MINUTE_MS).toISOString());
    const after = await readBill(target);
    minutes.push({
      ...after,
      filesRead: after.filesRead - before.filesRead,
      filesWritten: after.filesWritten - before.filesWritten,
      rowsWritten: after.rowsWritten - before.rowsWritten,
    });
  }
  return minutes;
}

test("after a restore of only D1, its sums are rebuilt from the day files, 50 files a minute", async () => {
  const daymarkWithBill = await startDaymark();
  onTestFinished(() => daymarkWithBill.stop());
  const { db, files } = daymarkWithBill;
  // At night, an export would write files as well.
  await answer(daymarkWithBill.administrator.settings.$patch({ json: { nightlyExportsKept: 0 } }));
  const metricIDs: string[] = [];
  for (let n = 0; n < 4; n += 1)
    metricIDs.push((await makeMetric(daymarkWithBill, { status: "Visible", title: `Metric ${n}` })).metricID);
  const [first = "", second = ""] = metricIDs;
  const put = async (metricID: string, ageDays: number, minutes: number[], value: number) => {
    const points = minutes.map((minute) => [minute, value, Date.now()]);
    const message = [{ metricID, day: daysAgo(ageDays), points }];
    expect(await daymarkWithBill.deliver("daymark-datapoints", [message])).toMatchObject({ outcome: "ok" });
  };
  const sums = async () => {
    const { results } = await db.prepare("SELECT * FROM metric_days ORDER BY metric_id, day").all();
    return results;
  };
  const graphs = () =>
    Promise.all(
      ["week", "month"].flatMap((timeframe) =>
        metricIDs.map(async (id) =>
          (await daymarkWithBill.fetch(`/api/public-metrics/${id}/series?timeframe=${timeframe}`)).json(),
        ),
      ),
    );
  await put(first, 3, [1, 2], 10);
  await put(second, 30, [1, 700], 5);
  await put(second, 5, [1], 5);
  const restore = await backUp(db);
  for (const metricID of metricIDs)
    for (const ageDays of [1, 3, 5, 29, 30]) await put(metricID, ageDays, [3, 700, 1400], 50 + ageDays);
  const [expectedSums, expectedGraphs] = [await sums(), await graphs()];

  await restore();
  // Adds sums without a day file, and sums with a newer revision than their file.
  await db.exec(
    `INSERT INTO metric_days VALUES ('${first}', '${daysAgo(7)}', 4, '[${Array(24).fill(9)}]', '[${Array(24).fill(1)}]')`,
  );
  await db.exec(`UPDATE metric_days SET revision = 99 WHERE metric_id = '${second}'`);
  await files.put("snapshots/incidents/lostIncident", "A page that is lost");
  expect(await graphs()).not.toEqual(expectedGraphs);

  const minutes = await finishRestore(daymarkWithBill);
  expect(await sums()).toEqual(expectedSums);
  expect(await graphs()).toEqual(expectedGraphs);
  expect((await files.list({ prefix: "snapshots/" })).objects).toEqual([]);
  // The minutes are one for visitors' caches, one for snapshots, and the rest for 32 days of 4 metrics.
  expect(minutes).toHaveLength(2 + Math.ceil((4 * 32) / 50));
  for (const { filesRead, filesWritten, rowsWritten } of minutes) {
    expect(filesRead).toBeLessThanOrEqual(50);
    expect(filesWritten).toBeLessThanOrEqual(2);
    expect(rowsWritten).toBeLessThanOrEqual(4 * 50);
  }
  const before = await readBill(daymarkWithBill);
  await daymarkWithBill.runCron(new Date().toISOString());
  const { filesRead, filesWritten } = await readBill(daymarkWithBill);
  expect([filesRead, filesWritten]).toEqual([before.filesRead, before.filesWritten]);
  await put(second, 29, [4], 1000);
  expect(await graphs()).not.toEqual(expectedGraphs);
  expect(await finishRestore(daymarkWithBill)).toHaveLength(minutes.length);
});

test("rebuilt sums include points that are stored during the rebuild", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const day = daysAgo(1);
  const put = (minute: number) =>
    daymark.deliver("daymark-datapoints", [[{ metricID, day, points: [[minute, 1, Date.now()]] }]]);
  await put(1);
  await daymark.db.exec(afterRestoreSQL);
  for (let minute = 2; await daymark.db.prepare("SELECT 1 FROM restores").first(); minute += 1)
    await Promise.all([daymark.runCron(new Date().toISOString()), put(minute)]);
  const count = "SELECT counts ->> 0 FROM metric_days WHERE metric_id = ? AND day = ?";
  const points = await (await daymark.fetch(`/metrics/${metricID}/${dayFile(day)}.json`)).json();
  expect(points).toHaveLength(
    (await daymark.db.prepare(count).bind(metricID, day).first("counts ->> 0")) ?? 0,
  );
});

test("after a restore, a maintenance's SEQUENCE is higher, so that calendars accept its restored times", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Moves" });
  const restore = await backUp(daymark.db);
  const startAt = new Date(Date.now() + DAY_MS).toISOString();
  await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({
      param: { maintenanceID },
      json: { startAt },
    }),
  );
  const sequence = async () => {
    const text = await (await daymark.fetch("/maintenances.ics")).text();
    return Number(new RegExp(`UID:${maintenanceID}[^]*?SEQUENCE:(\\d+)`).exec(text)?.[1]);
  };
  const before = await sequence();
  expect(before).toBeGreaterThan(0);
  await restore();
  await daymark.db.exec(afterRestoreSQL);
  const minute = new Date().toISOString();
  await daymark.runCron(minute);
  expect(await sequence()).toBeGreaterThan(before);
});
