import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetricChange } from "../../../../worker/metrics/schema.ts";
import type { IncidentChange } from "../../../../worker/notices/incident/schema.ts";
import type { MaintenanceChange } from "../../../../worker/notices/maintenance/schema.ts";
import type { SettingsChange } from "../../../../worker/settings/schema.ts";
import { makeIncident, makeMaintenance, makeMetric } from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const changeIncident = (incidentID: string, json: IncidentChange) =>
  daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
const changeMaintenance = (maintenanceID: string, json: MaintenanceChange) =>
  daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json });
const changeSettings = (json: SettingsChange) => answer(daymark.administrator.settings.$patch({ json }));
const readSettings = () => answer(daymark.administrator.settings.$get());
const range = (count: number) => Array.from({ length: count }, (_, n) => n);

test("20 concurrent updates of one incident are all stored", async () => {
  const { incidentID } = await makeIncident(daymark);
  const messages = range(20).map((n) => `Update ${n}`);
  const changed = await Promise.all(messages.map((message) => changeIncident(incidentID, { message })));
  expect(changed.map(({ status }) => status)).toEqual(messages.map(() => 200));
  const { incidentUpdates } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(incidentUpdates.map(({ message }) => message).sort()).toEqual(["", ...messages].sort());
});

test("concurrent changes that would put a maintenance's end before its start don't both succeed", async () => {
  // The race is repeated, because its outcome depends on timing.
  for (const _ of range(5)) {
    const { maintenanceID } = await makeMaintenance(daymark);
    const responses = await Promise.all([
      changeMaintenance(maintenanceID, { startAt: "2030-01-01T11:30:00Z" }),
      changeMaintenance(maintenanceID, { endAt: "2030-01-01T11:00:00Z" }),
    ]);
    expect(responses.map(({ status }) => status as number).sort()).toEqual([200, 400]);
    const param = { maintenanceID };
    const { startAt, endAt } = await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }));
    expect(endAt > startAt, `${startAt} to ${endAt}`).toBe(true);
  }
});

test("a metric that is moved while its source changes keeps the new source", async () => {
  const URL = "https://prometheus.example.com";
  const { metricID } = await makeMetric(daymark, { type: "Prometheus", props: { URL, Expression: "first" } });
  const change = (json: MetricChange) =>
    answer(daymark.administrator.metrics[":metricID"].$patch({ param: { metricID }, json }));
  for (const n of range(10)) {
    const Expression = `up > ${n}`;
    await Promise.all([
      change({ order: n }),
      change({ props: { URL, Expression } }),
      change({ order: n + 1 }),
      change({ title: `Title ${n}` }),
    ]);
    const { props, title } = await answer(
      daymark.administrator.metrics[":metricID"].$get({ param: { metricID } }),
    );
    expect([props, title]).toMatchObject([{ URL, Expression }, `Title ${n}`]);
  }
});

test("the cron doesn't overwrite a status that an administrator sets during its run", async () => {
  const day = "2030-01-01";
  const window = { startAt: `${day}T10:00:00Z`, endAt: `${day}T12:00:00Z` };
  const [completed, other] = [await makeMaintenance(daymark, window), await makeMaintenance(daymark, window)];
  const statusOf = async ({ maintenanceID }: { maintenanceID: string }) => {
    const param = { maintenanceID };
    return (await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }))).status;
  };
  const headers = {
    "x-test-before-cron-batch": `UPDATE notices SET status = 'Completed' WHERE notice_id = '${completed.maintenanceID}'`,
  };
  await daymark.fetch("/api/health", { headers });
  await daymark.runCron(`${day}T10:00:00Z`);
  expect(await statusOf(completed)).toBe("Completed");
  // The next run does what this run skipped because of the conflict.
  await daymark.runCron(`${day}T10:01:00Z`);
  expect([await statusOf(completed), await statusOf(other)]).toEqual(["Completed", "In Progress"]);
});

test("saving one setting keeps settings that another request changes at the same time", async () => {
  await changeSettings({ serviceName: "Before", emailNotification: { sourceRegion: "us-east-1" } });
  await changeSettingsAfter(
    "UPDATE settings SET service_name = 'Theirs', logo_id = 'theirs', updated_at = 'later'",
    {
      backgroundColor: "#123456",
    },
  );
  expect(await readSettings()).toMatchObject({
    serviceName: "Theirs",
    logoID: "theirs",
    backgroundColor: "#123456",
    emailNotification: { sourceRegion: "us-east-1" },
  });
});

test("enabling mail gets 400 if another request removes the sender address at the same time", async () => {
  await changeSettings({ emailNotification: { enable: false, sourceEmailAddress: "a@acme.example" } });
  const response = await changeSettingsAfter(
    "UPDATE settings SET source_email_address = '', updated_at = 'now'",
    {
      emailNotification: { enable: true },
    },
  );
  expect(response.status).toBe(400);
  expect((await readSettings()).emailNotification).toMatchObject({ enable: false, sourceEmailAddress: "" });
});

test("a settings change with If-Match gets 409 if another request changes the settings first", async () => {
  const { updatedAt } = await changeSettings({ serviceName: "Ours" });
  const sql = "UPDATE settings SET service_name = 'Theirs', updated_at = 'meanwhile'";
  const response = await changeSettingsAfter(sql, { serviceName: "Mine" }, { "If-Match": `"${updatedAt}"` });
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { current: { serviceName: "Theirs" } },
  ]);
});

test("of two logos uploaded concurrently one replaces the other, and the replaced files are deleted", async () => {
  await changeSettings({ serviceName: "Acme" });
  await daymark.files.put("logos/another", "");
  const response = await daymark.fetch("/api/settings/logos", {
    method: "POST",
    headers: {
      Authorization: await daymark.token(),
      "x-test-before-batch": "UPDATE settings SET logo_id = 'another'",
    },
    body: JSON.stringify({ data: dataURL(onePixelPNG) }),
  });
  const { id } = (await response.json()) as { id: string };
  expect((await daymark.files.list({ prefix: "logos/" })).objects.map(({ key }) => key)).toEqual([
    `logos/${id}`,
    `logos/${id}@2x`,
  ]);
});

/** Changes settings, and runs `sql` right before that change is written. */
async function changeSettingsAfter(
  sql: string,
  change: SettingsChange,
  headers: Record<string, string> = {},
) {
  return daymark.fetch("/api/settings", {
    method: "PATCH",
    headers: { ...headers, Authorization: await daymark.token(), "x-test-before-batch": sql },
    body: JSON.stringify(change),
  });
}
