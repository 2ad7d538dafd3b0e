import { afterAll, beforeAll, expect, test } from "vitest";
import type { IncidentChange } from "../../worker/incidents/schema.ts";
import type { MaintenanceChange } from "../../worker/maintenances/schema.ts";
import type { SettingsChange } from "../../worker/settings/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident, makeMaintenance } from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

const changeIncident = (incidentID: string, json: IncidentChange) =>
  daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
const changeMaintenance = (maintenanceID: string, json: MaintenanceChange) =>
  daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json });
const changeSettings = (json: SettingsChange) => answer(daymark.administrator.settings.$patch({ json }));
const settings = () => answer(daymark.administrator.settings.$get());
/** A race is run more than once. */
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test("20 updates at once of one incident are all taken and all there", async () => {
  const { incidentID } = await makeIncident(daymark);
  const messages = times(20).map((n) => `At once ${n}`);
  const changed = await Promise.all(messages.map((message) => changeIncident(incidentID, { message })));
  expect(changed.map(({ status }) => status)).toEqual(messages.map(() => 200));
  const { incidentUpdates } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(incidentUpdates.map(({ message }) => message).sort()).toEqual(["", ...messages].sort());
});

test("a start and an end that are moved at once past each other are not both taken", async () => {
  for (const _ of times(5)) {
    const { maintenanceID } = await makeMaintenance(daymark);
    const both = await Promise.all([
      changeMaintenance(maintenanceID, { startAt: "2030-01-01T11:30:00Z" }),
      changeMaintenance(maintenanceID, { endAt: "2030-01-01T11:00:00Z" }),
    ]);
    expect(both.map(({ status }) => status as number).sort()).toEqual([200, 400]);
    const param = { maintenanceID };
    const { startAt, endAt } = await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }));
    expect(endAt > startAt, `${startAt} to ${endAt}`).toBe(true);
  }
});

test("a step that is made by hand while the cron runs is not undone by it", async () => {
  const day = "2040-01-01";
  const window = { startAt: `${day}T10:00:00Z`, endAt: `${day}T12:00:00Z` };
  const [byHand, other] = [await makeMaintenance(daymark, window), await makeMaintenance(daymark, window)];
  const statusOf = async ({ maintenanceID }: { maintenanceID: string }) => {
    const param = { maintenanceID };
    return (await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }))).status;
  };
  const headers = {
    "x-test-meanwhile-cron": `UPDATE notices SET status = 'Completed' WHERE notice_id = '${byHand.maintenanceID}'`,
  };
  await daymark.fetch("/api/health", { headers });
  await daymark.tick(`${day}T10:00:00Z`);
  expect(await statusOf(byHand)).toBe("Completed");
  // The next minute's run sees to what this one had to leave.
  await daymark.tick(`${day}T10:01:00Z`);
  expect([await statusOf(byHand), await statusOf(other)]).toEqual(["Completed", "In Progress"]);
});

test("a logo, a name and a mail address that others set meanwhile are kept", async () => {
  await changeSettings({ serviceName: "Before", emailNotification: { sourceRegion: "us-east-1" } });
  await changedMeanwhile(
    "UPDATE settings SET service_name = 'Theirs', logo_id = 'theirs', updated_at = 'later'",
    {
      backgroundColor: "#123456",
    },
  );
  expect(await settings()).toMatchObject({
    serviceName: "Theirs",
    logoID: "theirs",
    backgroundColor: "#123456",
    emailNotification: { sourceRegion: "us-east-1" },
  });
});

test("mail is not enabled when another one takes its address away meanwhile", async () => {
  await changeSettings({ emailNotification: { enable: false, sourceEmailAddress: "a@acme.example" } });
  const response = await changedMeanwhile(
    "UPDATE settings SET source_email_address = '', updated_at = 'now'",
    {
      emailNotification: { enable: true },
    },
  );
  expect(response.status).toBe(400);
  expect((await settings()).emailNotification).toMatchObject({ enable: false, sourceEmailAddress: "" });
});

test("a change of settings that says what it was made on is refused when another comes meanwhile", async () => {
  const { updatedAt } = await changeSettings({ serviceName: "Ours" });
  const sql = "UPDATE settings SET service_name = 'Theirs', updated_at = 'meanwhile'";
  const response = await changedMeanwhile(sql, { serviceName: "Mine" }, { "If-Match": `"${updatedAt}"` });
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { current: { serviceName: "Theirs" } },
  ]);
});

test("of two logos that come in the same millisecond one takes the other's place, whose files go", async () => {
  await changeSettings({ serviceName: "Acme" });
  await daymark.files.put("logos/another", "");
  const response = await daymark.fetch("/api/settings/logos", {
    method: "POST",
    headers: {
      Authorization: await daymark.token(),
      "x-test-meanwhile": "UPDATE settings SET logo_id = 'another'",
    },
    body: JSON.stringify({ data: dataURL(onePixelPNG) }),
  });
  const { id } = (await response.json()) as { id: string };
  expect((await daymark.files.list({ prefix: "logos/" })).objects.map(({ key }) => key)).toEqual([
    `logos/${id}`,
    `logos/${id}@2x`,
  ]);
});

/** A PATCH of the settings, just before whose writing another one comes. */
async function changedMeanwhile(sql: string, change: SettingsChange, headers: Record<string, string> = {}) {
  return daymark.fetch("/api/settings", {
    method: "PATCH",
    headers: { ...headers, Authorization: await daymark.token(), "x-test-meanwhile": sql },
    body: JSON.stringify(change),
  });
}
