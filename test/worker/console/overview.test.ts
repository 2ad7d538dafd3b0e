import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeProposal,
} from "../../support/factories/factories.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
});
afterAll(() => daymark.stop());

const overview = () => answer(daymark.administrator.overview.$get());
const makeWith = async (name: string, status: ComponentStatus) =>
  (await makeComponent(daymark, { name, status })).componentID;

test("the overview names the components whose status nothing open explains", async () => {
  const { updatedAt, ...login } = await makeComponent(daymark, {
    name: "Login",
    status: "Degraded Performance",
  });
  const now = [login.componentID, await makeWith("API", "Operational")];
  expect(await overview()).toEqual({
    banner: { color: "yellow", text: "Partially Degraded Service" },
    openIncidents: 0,
    runningMaintenances: 0,
    scheduledMaintenances: 0,
    unexplainedComponents: [
      { componentID: now[0], name: "Login", status: "Degraded Performance", updatedAt },
    ],
    incidents: [],
    maintenances: [],
    failingMetrics: [],
    mailError: "",
    proposals: [],
    postmortemDrafts: [],
    restore: null,
    updateReminderMinutes: 60,
  });

  const components = now.map((componentID) => ({ componentID, status: "Partial Outage" as const }));
  const { incidentID } = await makeIncident(daymark, { components });
  expect(await overview()).toMatchObject({
    banner: { color: "orange", text: "Partial System Outage" },
    openIncidents: 1,
    unexplainedComponents: [],
  });

  const param = { incidentID };
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status: "Resolved" } }),
  );
  expect((await overview()).unexplainedComponents.map(({ name }) => name)).toEqual(["Login", "API"]);

  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param,
      json: { status: "Resolved", restoreComponents: true },
    }),
  );
  expect((await overview()).unexplainedComponents).toEqual([]);
});

test("open incidents are listed by how bad they are, and then by their age", async () => {
  const componentID = await makeWith("Search", "Operational");
  const affecting = (status: "Major Outage" | "Degraded Performance") => ({
    components: [{ componentID, status }],
  });
  await makeIncident(daymark, { name: "Bad", ...affecting("Major Outage") });
  await makeIncident(daymark, { name: "Mild", ...affecting("Degraded Performance") });
  await makeIncident(daymark, { name: "Nothing" });
  await makeIncident(daymark, { name: "Milder", ...affecting("Degraded Performance") });
  expect((await overview()).incidents.map(({ name, worst }) => [name, worst])).toEqual([
    ["Bad", "Major Outage"],
    ["Milder", "Degraded Performance"],
    ["Mild", "Degraded Performance"],
    ["Nothing", "Operational"],
  ]);
  await daymark.db.exec("DELETE FROM notices; DELETE FROM components WHERE name = 'Search'");
});

test("a planned maintenance explains no status, and one in progress does", async () => {
  const componentID = await makeWith("Search", "Under Maintenance");
  const components = [{ componentID, status: "Under Maintenance" } as const];
  const { maintenanceID, updatedAt } = await makeMaintenance(daymark, { components });
  expect(await overview()).toMatchObject({
    scheduledMaintenances: 1,
    maintenances: [{ maintenanceID, updatedAt }],
    unexplainedComponents: [{ componentID }],
  });
  const json = { status: "In Progress" } as const;
  await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
  );
  expect(await overview()).toMatchObject({ runningMaintenances: 1, unexplainedComponents: [] });
});

test("the overview has the proposals, newest first, with the start of what they would say", async () => {
  const componentIDs: string[] = [];
  for (let index = 0; index < 12; index += 1)
    componentIDs.push(await makeWith(`Part ${index}`, "Operational"));
  const [first = "", deleted = ""] = componentIDs;
  await makeProposal(daymark, { name: "First" });
  const { proposalID, createdAt, createdBy } = await makeProposal(daymark, {
    name: "Second",
    message: `**Probes**\n\nfail. ${"Probes fail. ".repeat(100)}`,
    components: componentIDs.map((componentID) => ({ componentID, status: "Partial Outage" })),
  });
  await daymark.db.exec("UPDATE proposals SET created_at = '2026-01-01T00:00:00.000Z' WHERE name = 'First'");
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID: deleted } });
  const { proposals } = await overview();
  expect(proposals.map(({ name }) => name)).toEqual(["Second", "First"]);
  expect(proposals[1]).toMatchObject({ message: "", components: [], componentCount: 0 });
  const [{ message = "", components = [], ...second } = {}] = proposals;
  expect(second).toEqual({
    proposalID,
    name: "Second",
    status: "Investigating",
    incidentID: null,
    createdBy,
    createdAt,
    componentCount: 11,
  });
  expect(message).toMatch(/^Probes fail\. .{200,}…$/);
  expect(message.length).toBeLessThanOrEqual(300);
  expect(components).toHaveLength(10);
  expect(components[0]).toEqual({ componentID: first, name: "Part 0", status: "Partial Outage" });
  expect(await overview()).toMatchObject({ openIncidents: 0, unexplainedComponents: [] });

  await daymark.db.exec("UPDATE proposals SET components = '{' WHERE name = 'Second'");
  expect((await overview()).proposals[0]).toMatchObject({ components: [], componentCount: 0 });
});

test("the overview starts at the open notices, however many there were before", async () => {
  const rows = async () => {
    const headers = { Authorization: await daymark.token() };
    const response = await daymark.fetch("/api/overview", { headers });
    expect(response.status).toBe(200);
    return Number(response.headers.get("x-test-rows"));
  };
  const before = await rows();
  expect(before).toBeGreaterThan(5);
  await fillHistory(daymark.db, { components: 10, incidents: 500, days: 300, now: new Date().toISOString() });
  // Each of the 10 components is read twice, and some of the newest incidents are open.
  expect(await rows()).toBeLessThan(before + 100);
});
