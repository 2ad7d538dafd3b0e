import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
// Each test starts without content.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

// biome-ignore lint/suspicious/noExplicitAny: the format is checked by the clients' tests and the description
const read = async (file: string): Promise<any> => (await daymark.fetch(`/api/v2/${file}`)).json();
const readBanner = async () => textOf(parseHTML(await (await daymark.fetch("/")).text()).querySelector("h1"));

const descriptions: [string, string, ComponentStatus[], boolean][] = [
  ["All Systems Operational", "none", ["Operational", "Operational"], false],
  ["Partially Degraded Service", "minor", ["Degraded Performance", "Operational"], false],
  ["Partially Degraded Service", "minor", ["Degraded Performance"], true],
  ["Degraded System Service", "minor", ["Degraded Performance", "Degraded Performance"], false],
  ["Minor Service Outage", "minor", ["Operational", "Under Maintenance"], true],
  ["Minor Service Outage", "minor", [], true],
  ["Partial System Outage", "major", ["Degraded Performance", "Partial Outage"], false],
  ["Major System Outage", "critical", ["Major Outage", "Partial Outage"], true],
  ["Service Under Maintenance", "maintenance", ["Under Maintenance", "Operational"], false],
];

test.for(descriptions)(
  "the status is %s (%s) with components %j and an open incident: %s",
  async ([description, indicator, statuses, isIncidentOpen]) => {
    for (const status of statuses) await makeComponent(daymark, { status });
    if (isIncidentOpen) await makeIncident(daymark);
    expect((await read("status.json")).status).toEqual({ indicator, description });
    expect((await read("summary.json")).status).toEqual({ indicator, description });
    expect(await readBanner()).toBe(description);
  },
);

test("each update has the status of every affected component before and after it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Degraded Performance" });
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  const change = (json: object) =>
    answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await change({ message: "Still down." });
  await change({ status: "Monitoring", components: [{ componentID, status: "Operational" }] });
  const resolved = await change({ status: "Resolved" });
  const [incident] = (await read("incidents.json")).incidents;
  const affected = incident.incident_updates.map(
    (update: { affected_components: object[] }) => update.affected_components,
  );
  const statusChange = (old_status: string, new_status: string) => [
    { code: componentID, name: "API", old_status, new_status },
  ];
  expect(affected).toEqual([
    statusChange("operational", "operational"),
    statusChange("major_outage", "operational"),
    statusChange("major_outage", "major_outage"),
    statusChange("degraded_performance", "major_outage"),
  ]);
  expect(incident).toMatchObject({
    impact: "critical",
    components: [{ id: componentID, status: "operational" }],
  });
  expect(incident.monitoring_at).toBe(resolved.incidentUpdates[1]?.createdAt);
  expect(incident.resolved_at).toBe(resolved.incidentUpdates[0]?.createdAt);
});

test("updates of the cron have the component statuses that it changed", async () => {
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: "2031-01-01T10:00:00Z",
    endAt: "2031-01-01T11:00:00Z",
    components: [{ componentID, status: "Under Maintenance" }],
  });
  await daymark.runCron("2031-01-01T11:00:00Z");
  const [maintenance] = (await read("scheduled-maintenances.json")).scheduled_maintenances;
  expect(maintenance).toMatchObject({
    id: maintenanceID,
    status: "completed",
    incident_updates: [
      { affected_components: [{ old_status: "under_maintenance", new_status: "degraded_performance" }] },
      { affected_components: [{ old_status: "degraded_performance", new_status: "under_maintenance" }] },
      { affected_components: [{ old_status: "degraded_performance", new_status: "degraded_performance" }] },
    ],
  });
  expect(maintenance.resolved_at).toBe(maintenance.incident_updates[0].created_at);
});

test("another update with the same status doesn't change resolved_at or monitoring_at", async () => {
  const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
  const change = (json: object) =>
    answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  for (const status of ["Monitoring", "Monitoring", "Resolved", "Resolved", "Resolved"])
    await change({ status, message: "Once more." });
  const [incident] = (await read("incidents.json")).incidents;
  const at = incident.incident_updates.map(({ created_at }: { created_at: string }) => created_at);
  expect([incident.resolved_at, incident.monitoring_at]).toEqual([at[2], at[4]]);
});

test("a reopened incident has no resolved_at", async () => {
  const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
  const param = { incidentID };
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status: "Investigating" } }),
  );
  expect((await read("incidents/unresolved.json")).incidents).toMatchObject([
    { id: incidentID, resolved_at: null, impact: "minor" },
  ]);
});

test("lists have the 50 newest items, and the summary the 50 newest open incidents", async () => {
  const createdAt = (age: number) => new Date(Date.now() - age * MINUTE_MS).toISOString();
  for (let age = 60; age > 0; age--)
    await makeIncident(daymark, { name: `${age}`, createdAt: createdAt(age) });
  const { incidents } = await read("incidents.json");
  expect(incidents.map(({ name }: { name: string }) => Number(name))).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  expect((await read("summary.json")).incidents).toEqual(incidents);
});

test("other sites can read the summary, and an unchanged summary is a 304", async () => {
  const path = "/api/v2/summary.json";
  const first = await daymark.fetch(path, { headers: { Origin: "https://elsewhere.example" } });
  expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(first.headers.get("Cloudflare-CDN-Cache-Control")).toContain("stale-while-revalidate");
  const again = await daymark.fetch(path, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
  expect(again.status).toBe(304);
  const before = (await first.json()) as { page: { updated_at: string } };
  await makeComponent(daymark);
  expect((await read("summary.json")).page.updated_at > before.page.updated_at).toBe(true);
});

test("an unknown file is a 404 in JSON", async () => {
  const response = await daymark.fetch("/api/v2/postmortems.json");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    errorMessage: "There is nothing at this address. All calls are listed at /api/docs.",
  });
});
