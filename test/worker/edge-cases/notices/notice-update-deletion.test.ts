import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { addSubscribers } from "../../../support/factories/insert-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const update = (incidentID: string, json: object) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
const readIncident = (incidentID: string) =>
  answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));

async function sendDelete(path: string, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method: "DELETE",
    headers: { Authorization: await daymark.token(), ...headers },
  });
  const text = await response.text();
  return [response.status, text && JSON.parse(text)] as const;
}

async function makeIncidentWithTwoUpdates() {
  const { incidentID } = await makeIncident(daymark, { message: "first" });
  const { incidentUpdates } = await update(incidentID, { status: "Resolved", message: "second" });
  const [newest = "", oldest = ""] = incidentUpdates.map(
    ({ incidentUpdateID }) => `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`,
  );
  return { incidentID, newest, oldest };
}

test("deleting the newest update gives the incident the previous update's status and message", async () => {
  const { incidentID, newest } = await makeIncidentWithTwoUpdates();
  expect(await sendDelete(newest)).toEqual([204, ""]);
  expect(await readIncident(incidentID)).toMatchObject({ status: "Investigating", message: "first" });
  expect((await readIncident(incidentID)).incidentUpdates).toHaveLength(1);
  expect(await sendDelete(newest)).toEqual([204, ""]);
  expect(await (await daymark.fetch(`/incidents/${incidentID}`)).text()).not.toContain("second");
});

test("deleting an older update with an API key leaves the incident's status and message unchanged", async () => {
  const { incidentID, oldest } = await makeIncidentWithTwoUpdates();
  const headers = { "x-api-key": await makeApiKey(daymark) };
  const path = oldest.replace("/api/", "/api/v0/");
  expect((await daymark.fetch(path, { method: "DELETE", headers })).status).toBe(204);
  expect(await readIncident(incidentID)).toMatchObject({
    status: "Resolved",
    incidentUpdates: [{ message: "second" }],
  });
});

test("deleting the only update gets 409", async () => {
  const { incidentID, newest, oldest } = await makeIncidentWithTwoUpdates();
  await sendDelete(oldest);
  const before = await readIncident(incidentID);
  expect(await sendDelete(newest)).toMatchObject([
    409,
    { errorMessage: expect.stringContaining("This is the only update of the incident") },
  ]);
  expect(await readIncident(incidentID)).toEqual(before);
});

test("an update can't be deleted through another incident's path", async () => {
  const [mine, other] = [await makeIncidentWithTwoUpdates(), await makeIncidentWithTwoUpdates()];
  const before = await readIncident(other.incidentID);
  expect(await sendDelete(other.newest.replace(other.incidentID, mine.incidentID))).toEqual([204, ""]);
  expect(await readIncident(other.incidentID)).toEqual(before);
});

test("a stale If-Match gets 409 with the current update", async () => {
  const { incidentID, newest } = await makeIncidentWithTwoUpdates();
  const [update] = (await readIncident(incidentID)).incidentUpdates;
  expect(await sendDelete(newest, { "If-Match": '"2001-01-01T00:00:00.000Z"' })).toMatchObject([
    409,
    { current: update },
  ]);
  expect(await sendDelete(newest, { "If-Match": `"${update?.updatedAt}"` })).toEqual([204, ""]);
});

test("deleting a maintenance's In Progress update restores its components' statuses", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const { maintenanceID } = await makeMaintenance(daymark, { components });
  const started = await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({
      param: { maintenanceID },
      json: { status: "In Progress" },
    }),
  );
  const [newest] = started.maintenanceUpdates;
  const path = `/api/maintenances/${maintenanceID}/maintenanceupdates/${newest?.maintenanceUpdateID}`;
  expect(await sendDelete(path)).toEqual([204, ""]);
  const listed = await answer(daymark.visitor.components.$get());
  expect(listed.find((component) => component.componentID === componentID)?.status).toBe("Operational");
  const param = { maintenanceID };
  expect(await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }))).toMatchObject({
    status: "Scheduled",
  });
});

test("queued email about a deleted update is withdrawn", async () => {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, [{ emailAddress: "reader@example.com" }]);
  const { incidentID, newest } = await makeIncidentWithTwoUpdates();
  const { db } = daymark;
  // The cron starts the maintenance of the test before, and sends email about it, too.
  const countDeliveries = (where: string) =>
    db
      .prepare(
        `SELECT count(*) AS n FROM deliveries JOIN messages AS m USING (message_id)
        WHERE m.notice_id = ? AND ${where}`,
      )
      .bind(incidentID)
      .first("n");
  await expect.poll(() => countDeliveries("state = 'sent'")).toBe(2);
  expect(await sendDelete(newest)).toEqual([204, ""]);
  // Requeues both, as if the mail service had not accepted them.
  await db.exec("UPDATE deliveries SET state = 'waiting', next_at = '2001-01-01T00:00:00.000Z'");
  await daymark.runCron(new Date().toISOString());
  await expect.poll(() => countDeliveries("state = 'waiting'")).toBe(0);
  expect(await countDeliveries("state = 'withdrawn' AND error = 'The update was deleted.'")).toBe(1);
  expect(await countDeliveries("state = 'sent'")).toBe(1);
});
