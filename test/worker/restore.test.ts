import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { backUp } from "../support/backup.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { dayFile, daysAgo } from "../support/days.ts";
import { makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import type { Bill } from "../support/workers/counting-worker.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

async function page(headers: Record<string, string> = {}) {
  const response = await daymark.fetch("/", { headers });
  return { status: response.status, etag: response.headers.get("ETag") ?? "", text: await response.text() };
}

test("after a restore no ETag names other content than before, for clients as for the snapshot in R2", async () => {
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

/** What docs/backup-and-restore.md has one run after a restore. */
const afterRestore =
  /"(INSERT OR REPLACE INTO restores[^"]+)"/.exec(
    readFileSync(join(root, "docs/backup-and-restore.md"), "utf8"),
  )?.[1] ?? "";

const bill = async (of: Daymark): Promise<Bill> => (await of.fetch("/x-bill")).json() as Promise<Bill>;

/** Runs the cron until nothing is left of the restore, and answers what each minute was billed. */
async function workOff(of: Daymark): Promise<Bill[]> {
  const minutes = [];
  const started = Date.now();
  await of.db.exec(afterRestore);
  while (await of.db.prepare("SELECT 1 FROM restores").first()) {
    const before = await bill(of);
    await of.tick(new Date(started + minutes.length * 60_000).toISOString());
    const after = await bill(of);
    minutes.push({
      ...after,
      filesRead: after.filesRead - before.filesRead,
      filesWritten: after.filesWritten - before.filesWritten,
      rowsWritten: after.rowsWritten - before.rowsWritten,
    });
  }
  return minutes;
}

test("after a restore of the database alone, its sums are rebuilt from the day files, 50 of them a minute", async () => {
  const counted = await startDaymark({ build: "counting-worker" });
  onTestFinished(() => counted.stop());
  const { db, files } = counted;
  const metricIDs: string[] = [];
  for (let n = 0; n < 4; n += 1)
    metricIDs.push((await makeMetric(counted, { status: "Visible", title: `Metric ${n}` })).metricID);
  const [first = "", second = ""] = metricIDs;
  const put = async (metricID: string, past: number, minutes: number[], value: number) => {
    const points = minutes.map((minute) => [minute, value, Date.now()]);
    const message = [{ metricID, day: daysAgo(past), points }];
    expect(await counted.deliver("daymark-datapoints", [message])).toMatchObject({ outcome: "ok" });
  };
  const sums = async () => {
    const { results } = await db.prepare("SELECT * FROM metric_days ORDER BY metric_id, day").all();
    return results;
  };
  const graphs = () =>
    Promise.all(
      ["week", "month"].flatMap((timeframe) =>
        metricIDs.map(async (id) =>
          (await counted.fetch(`/api/public-metrics/${id}/series?timeframe=${timeframe}`)).json(),
        ),
      ),
    );
  await put(first, 3, [1, 2], 10);
  await put(second, 30, [1, 700], 5);
  await put(second, 5, [1], 5);
  const restore = await backUp(db);
  for (const metricID of metricIDs)
    for (const past of [1, 3, 5, 29, 30]) await put(metricID, past, [3, 700, 1400], 50 + past);
  const [stored, shown] = [await sums(), await graphs()];

  await restore();
  // Sums whose day file is gone, and sums that claim a revision which their file has not reached.
  await db.exec(
    `INSERT INTO metric_days VALUES ('${first}', '${daysAgo(7)}', 4, '[${Array(24).fill(9)}]', '[${Array(24).fill(1)}]')`,
  );
  await db.exec(`UPDATE metric_days SET revision = 99 WHERE metric_id = '${second}'`);
  await files.put("snapshots/incidents/lostIncident", "A page that is lost");
  expect(await graphs()).not.toEqual(shown);

  const minutes = await workOff(counted);
  expect(await sums()).toEqual(stored);
  expect(await graphs()).toEqual(shown);
  expect((await files.list({ prefix: "snapshots/" })).objects).toEqual([]);
  // 4 metrics on 32 days, after a minute each for what visitors have kept and for snapshots.
  expect(minutes).toHaveLength(2 + Math.ceil((4 * 32) / 50));
  for (const { filesRead, filesWritten, rowsWritten } of minutes) {
    expect(filesRead).toBeLessThanOrEqual(50);
    expect(filesWritten).toBeLessThanOrEqual(2);
    expect(rowsWritten).toBeLessThanOrEqual(4 * 50);
  }
  const before = await bill(counted);
  await counted.tick(new Date().toISOString());
  const { filesRead, filesWritten } = await bill(counted);
  expect([filesRead, filesWritten]).toEqual([before.filesRead, before.filesWritten]);
  await put(second, 29, [4], 1000);
  expect(await graphs()).not.toEqual(shown);
  expect(await workOff(counted)).toHaveLength(minutes.length);
});

test("points that are stored while sums are rebuilt are in them", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const day = daysAgo(1);
  const put = (minute: number) =>
    daymark.deliver("daymark-datapoints", [[{ metricID, day, points: [[minute, 1, Date.now()]] }]]);
  await put(1);
  await daymark.db.exec(afterRestore);
  for (let minute = 2; await daymark.db.prepare("SELECT 1 FROM restores").first(); minute += 1)
    await Promise.all([daymark.tick(new Date().toISOString()), put(minute)]);
  const count = "SELECT counts ->> 0 FROM metric_days WHERE metric_id = ? AND day = ?";
  const points = await (await daymark.fetch(`/metrics/${metricID}/${dayFile(day)}.json`)).json();
  expect(points).toHaveLength(
    (await daymark.db.prepare(count).bind(metricID, day).first("counts ->> 0")) ?? 0,
  );
});

test("after a restore calendars follow a maintenance that had moved since the backup", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Moves" });
  const restore = await backUp(daymark.db);
  const startAt = new Date(Date.now() + 86_400_000).toISOString();
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
  await daymark.db.exec(afterRestore);
  const minute = new Date().toISOString();
  await daymark.tick(minute);
  expect(await sequence()).toBeGreaterThan(before);
});
