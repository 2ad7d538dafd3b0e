import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { makeIncident, makeMaintenance, makeMetric } from "../../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../../support/factories/make-subscribers.ts";
import { startFakePrometheus } from "../../../support/fakes/prometheus.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { countWaiting, runCronAhead } from "../../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail({ rate: 10, checksTime: false });
  daymark = await startDaymark({
    countsRows: true,
    vars: { ...mail.vars, ALLOW_PRIVATE_ADDRESSES: "true" },
  });
});
beforeEach(async () => {
  mail.restoreResponses();
  await daymark.reset({ laterMs: 2 * DAY_MS });
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

const overview = () => answer(daymark.administrator.overview.$get());
const hoursAgo = (hours: number) => isoTime(daymark.now() - hours * HOUR_MS);

async function read(etag?: string) {
  const headers = { Authorization: await daymark.token(), ...(etag && { "If-None-Match": etag }) };
  const { status, headers: answered } = await daymark.fetch("/api/overview", { headers });
  return {
    status,
    etag: answered.get("ETag") ?? "",
    rows: Number(answered.get("x-test-rows")),
  };
}

test("the overview lists open incidents with their last update and since when they have their status", async () => {
  const createdAt = hoursAgo(9);
  const { incidentID } = await makeIncident(daymark, { createdAt });
  await makeIncident(daymark, { name: "Over", status: "Resolved" });
  const param = { incidentID };
  const { incidents } = daymark.administrator;
  const post = (status: "Investigating" | "Monitoring") =>
    answer(incidents[":incidentID"].$patch({ param, json: { status, message: "Now" } }));
  expect((await overview()).incidents).toEqual([
    {
      incidentID,
      name: "API is down",
      status: "Investigating",
      lastUpdateAt: createdAt,
      statusSince: createdAt,
      worst: "Operational",
    },
  ]);

  for (const status of ["Monitoring", "Investigating", "Monitoring"] as const) await post(status);
  const [newest, previous] = (await post("Monitoring")).incidentUpdates;
  expect((await overview()).incidents).toMatchObject([
    { status: "Monitoring", lastUpdateAt: newest?.createdAt, statusSince: previous?.createdAt },
  ]);
});

test("the overview lists maintenances in progress before the next scheduled one", async () => {
  const scheduled = (name: string, day: number) =>
    makeMaintenance(daymark, {
      name,
      startAt: `2030-01-0${day}T10:00:00.000Z`,
      endAt: `2030-01-0${day}T12:00:00.000Z`,
    });
  await scheduled("Later", 3);
  await scheduled("Next", 2);
  const running = {
    status: "In Progress",
    startAt: hoursAgo(1),
    endAt: isoTime(daymark.now() + HOUR_MS),
  } as const;
  await makeMaintenance(daymark, { name: "Running", ...running });
  await makeMaintenance(daymark, { name: "Done", status: "Completed" });
  const { maintenances, scheduledMaintenances } = await overview();
  expect(maintenances.map(({ name, status }) => [name, status])).toEqual([
    ["Running", "In Progress"],
    ["Next", "Scheduled"],
  ]);
  expect(maintenances[0]).toMatchObject({ startAt: running.startAt, endAt: running.endAt });
  expect(scheduledMaintenances).toBe(2);
});

test("the overview names metrics that can't be collected", async () => {
  const prometheus = await startFakePrometheus();
  prometheus.overrideResponses((response) => response.writeHead(500).end());
  const props = { URL: prometheus.url, Expression: "up" };
  const { metricID } = await makeMetric(daymark, { title: "Load", type: "Prometheus", props });
  await makeMetric(daymark, { title: "Healthy" });
  const to = Math.floor(daymark.now() / MINUTE_MS) * MINUTE_MS;
  const range = { from: to - 15 * MINUTE_MS, to, periodSeconds: 60 };
  const group = { type: "Prometheus", key: "", metricIDs: [metricID] };
  const { etag } = await read();
  await daymark.deliver("daymark-collection", [[{ task: "recent", ...group, range }]]);
  await expect.poll(async () => (await read(etag)).status).toBe(200);
  expect((await overview()).failingMetrics).toEqual([
    { metricID, title: "Load", collectionError: expect.stringContaining("500") },
  ]);
  await prometheus.stop();
});

test("the overview says why email can't be sent, until it is sent", async () => {
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(20));
  mail.overrideResponses(({ path }, forward) => (path.endsWith("account") ? forward() : "hang up"));
  await makeIncident(daymark);
  await expect.poll(async () => (await overview()).mailError).not.toBe("");
  const failing = await read();

  mail.restoreResponses();
  await runCronAhead(daymark, HOUR_MS);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  await expect.poll(async () => (await overview()).mailError).toBe("");
  expect((await read(failing.etag)).status).toBe(200);
});

test("an ETag from before email failed doesn't match afterwards", async () => {
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(1));
  const failed = Promise.withResolvers<void>();
  mail.overrideResponses(async ({ path }, forward) => {
    if (path.endsWith("account")) return forward();
    await failed.promise;
    return "hang up";
  });
  await makeIncident(daymark);
  const { etag } = await read();
  expect(await read(etag)).toMatchObject({ status: 304, etag, rows: 1 });
  failed.resolve();
  await expect.poll(async () => (await overview()).mailError).not.toBe("");
  expect((await read(etag)).status).toBe(200);
});

test("no mail error is shown while email is turned off", async () => {
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(1));
  mail.overrideResponses(({ path }, forward) => (path.endsWith("account") ? forward() : "hang up"));
  await makeIncident(daymark);
  await expect.poll(async () => (await overview()).mailError).not.toBe("");
  await enableMail(daymark, false);
  expect((await overview()).mailError).toBe("");
});

test("the reminder of an incident without an update can be changed and turned off", async () => {
  for (const updateReminderMinutes of [15, 0]) {
    await answer(daymark.administrator.settings.$patch({ json: { updateReminderMinutes } }));
    expect(await overview()).toMatchObject({ updateReminderMinutes });
  }
});

test("the overview reads as many rows for an incident with 300 updates as for one with 100", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: hoursAgo(9) });
  const addUpdates = (from: number, to: number) =>
    daymark.db
      .prepare(
        `WITH RECURSIVE numbers (n) AS (VALUES (?1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
        INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        SELECT 'u' || n, ?3, 'Investigating', 'Text', ?4, ?4 FROM numbers`,
      )
      .bind(from, to, incidentID, hoursAgo(8))
      .run();
  await addUpdates(1, 100);
  const before = await read();
  expect(before.rows).toBeGreaterThan(50);
  await addUpdates(101, 300);
  expect((await read()).rows).toBe(before.rows);
});
