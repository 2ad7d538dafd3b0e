import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { addSubscribers } from "../support/subscribers.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

const change = (incidentID: string, json: object) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
const read = (incidentID: string) =>
  answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));

async function remove(path: string, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method: "DELETE",
    headers: { Authorization: await daymark.token(), ...headers },
  });
  const text = await response.text();
  return [response.status, text && JSON.parse(text)] as const;
}

async function incidentOfTwo() {
  const { incidentID } = await makeIncident(daymark, { message: "first" });
  const { incidentUpdates } = await change(incidentID, { status: "Resolved", message: "second" });
  const [newest = "", oldest = ""] = incidentUpdates.map(
    ({ incidentUpdateID }) => `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`,
  );
  return { incidentID, newest, oldest };
}

test("once the newest update is deleted, the incident says what is newest then", async () => {
  const { incidentID, newest } = await incidentOfTwo();
  expect(await remove(newest)).toEqual([204, ""]);
  expect(await read(incidentID)).toMatchObject({ status: "Investigating", message: "first" });
  expect((await read(incidentID)).incidentUpdates).toHaveLength(1);
  expect(await remove(newest)).toEqual([204, ""]);
  expect(await (await daymark.fetch(`/incidents/${incidentID}`)).text()).not.toContain("second");
});

test("an older update goes without a trace in what the incident says, by an API key as well", async () => {
  const { incidentID, oldest } = await incidentOfTwo();
  const headers = { "x-api-key": await makeApiKey(daymark) };
  const path = oldest.replace("/api/", "/api/v0/");
  expect((await daymark.fetch(path, { method: "DELETE", headers })).status).toBe(204);
  expect(await read(incidentID)).toMatchObject({
    status: "Resolved",
    incidentUpdates: [{ message: "second" }],
  });
});

test("the only update stays", async () => {
  const { incidentID, newest, oldest } = await incidentOfTwo();
  await remove(oldest);
  const before = await read(incidentID);
  expect(await remove(newest)).toMatchObject([
    409,
    { errorMessage: expect.stringContaining("This is the only update of the incident") },
  ]);
  expect(await read(incidentID)).toEqual(before);
});

test("an update of another incident stays", async () => {
  const [mine, other] = [await incidentOfTwo(), await incidentOfTwo()];
  const before = await read(other.incidentID);
  expect(await remove(other.newest.replace(other.incidentID, mine.incidentID))).toEqual([204, ""]);
  expect(await read(other.incidentID)).toEqual(before);
});

test("If-Match refuses to delete an update that has changed since", async () => {
  const { incidentID, newest } = await incidentOfTwo();
  const [update] = (await read(incidentID)).incidentUpdates;
  expect(await remove(newest, { "If-Match": '"2001-01-01T00:00:00.000Z"' })).toMatchObject([
    409,
    { current: update },
  ]);
  expect(await remove(newest, { "If-Match": `"${update?.updatedAt}"` })).toEqual([204, ""]);
});

test("deleting the start of a maintenance gives its components back", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const { maintenanceID } = await makeMaintenance(daymark, { components });
  const started = await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({
      ...{ param: { maintenanceID }, json: { status: "In Progress" } },
    }),
  );
  const [newest] = started.maintenanceUpdates;
  const path = `/api/maintenances/${maintenanceID}/maintenanceupdates/${newest?.maintenanceUpdateID}`;
  expect(await remove(path)).toEqual([204, ""]);
  const all = await answer(daymark.visitor.components.$get());
  expect(all.find((component) => component.componentID === componentID)?.status).toBe("Operational");
  const param = { maintenanceID };
  expect(await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }))).toMatchObject({
    status: "Scheduled",
  });
});

test("mails about a deleted update that still wait are withdrawn", async () => {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, [{ emailAddress: "reader@example.com" }]);
  const { newest } = await incidentOfTwo();
  const { db } = daymark;
  const count = (where: string) =>
    db.prepare(`SELECT count(*) AS n FROM mail_deliveries WHERE ${where}`).first("n");
  await expect.poll(() => count("state = 'sent'"), { timeout: 30_000 }).toBe(2);
  expect(await remove(newest)).toEqual([204, ""]);
  // As if the service had not taken them.
  await db.exec("UPDATE mail_deliveries SET state = 'waiting', next_at = '2001-01-01T00:00:00.000Z'");
  await daymark.tick(new Date().toISOString());
  await expect.poll(() => count("state = 'waiting'"), { timeout: 30_000 }).toBe(0);
  expect(await count("state = 'withdrawn' AND error = 'The update was deleted.'")).toBe(1);
  expect(await count("state = 'sent'")).toBe(1);
});
