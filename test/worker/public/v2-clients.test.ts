import { createServer, type Server } from "node:http";
import type { StatusPageClient } from "@aero/statuspage";
import { Statuspage, StatuspageUpdates } from "statuspage.js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callAero } from "../../support/browser/aero.ts";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  publishPostmortem,
} from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { listen } from "../../support/starters/listen.ts";

// Reads the API with two published clients of hosted status pages.
let daymark: Daymark;
let statuspageProxy: Server;
let items: Awaited<ReturnType<typeof makeItems>>;
const statuspage = new Statuspage("daymark");
beforeAll(async () => {
  daymark = await startDaymark();
  statuspageProxy = await startStatuspageProxy();
  items = await makeItems();
});
afterAll(async () => {
  delete process.env.https_proxy;
  statuspageProxy.close();
  await daymark.stop();
});

/** statuspage.js reads https://{name}.statuspage.io and respects https_proxy, so this proxy leads it to Daymark. */
async function startStatuspageProxy(): Promise<Server> {
  const server = createServer(async ({ url = "" }, proxyResponse) => {
    const { host, pathname } = new URL(url);
    const response = await daymark.fetch(host === "daymark.statuspage.io" ? pathname : "/unexpected-host");
    proxyResponse.writeHead(response.status, { "Content-Type": response.headers.get("Content-Type") ?? "" });
    proxyResponse.end(await response.text());
  });
  process.env.https_proxy = await listen(server);
  return server;
}

async function makeItems() {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const api = await makeComponent(daymark, { name: "API", description: "For programs" });
  const site = await makeComponent(daymark, { name: "Site" });
  const over = await makeIncident(daymark, { name: "Over", status: "Resolved", message: "It was short." });
  const open = await makeIncident(daymark, {
    name: "Open",
    status: "Identified",
    message: "We know why.",
    components: [{ componentID: api.componentID, status: "Partial Outage" }],
  });
  const scheduled = await makeMaintenance(daymark, { name: "Planned" });
  const running = await makeMaintenance(daymark, {
    name: "Running",
    status: "In Progress",
    components: [{ componentID: site.componentID, status: "Under Maintenance" }],
  });
  await makeMaintenance(daymark, { name: "Done", status: "Completed" });
  return { api, site, over, open, scheduled, running };
}

const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name);

test("statuspage.js reads the summary's page, status, components, open incidents and maintenances", async () => {
  const { page, status, components, incidents, scheduled_maintenances } = await statuspage.summary();
  expect(page).toMatchObject({ name: "Acme", url: "http://localhost:8787" });
  expect(page.updated_at).toBeInstanceOf(Date);
  expect(status).toEqual({ indicator: "major", description: "Partial System Outage" });
  expect(components).toMatchObject([
    { id: items.api.componentID, status: "partial_outage", position: 1, description: "For programs" },
    { id: items.site.componentID, status: "under_maintenance", position: 2, description: null },
  ]);
  expect(components?.[0]?.created_at.toISOString()).toBe(items.api.createdAt);
  expect(names(incidents)).toEqual(["Open"]);
  expect(names(scheduled_maintenances)?.sort()).toEqual(["Planned", "Running"]);
});

test("statuspage.js reads dates, updates and impact of incidents and maintenances", async () => {
  const [open] = (await statuspage.unresolvedIncidents()).incidents;
  expect(open).toMatchObject({ id: items.open.incidentID, status: "identified", impact: "major" });
  expect(open?.resolved_at).toBeNull();
  expect(open?.incident_updates).toMatchObject([{ body: "We know why.", status: "identified" }]);
  expect(open?.incident_updates[0]?.display_at.toISOString()).toBe(items.open.createdAt);
  const [scheduled] = (await statuspage.upcomingScheduledMaintenances()).scheduled_maintenances;
  expect(scheduled).toMatchObject({
    id: items.scheduled.maintenanceID,
    status: "scheduled",
    impact: "maintenance",
  });
  expect(scheduled?.scheduled_for.toISOString()).toBe(items.scheduled.startAt);
  expect(scheduled?.scheduled_until.toISOString()).toBe(items.scheduled.endAt);
});

test("statuspage.js reads all its lists", async () => {
  expect((await statuspage.status()).status.indicator).toBe("major");
  expect(names((await statuspage.components()).components)).toEqual(["API", "Site"]);
  expect(names((await statuspage.allIncidents()).incidents)).toEqual(["Open", "Over"]);
  const { scheduled_maintenances: all } = await statuspage.allScheduledMaintenances();
  expect(names(all)).toEqual(["Done", "Running", "Planned"]);
  const { scheduled_maintenances: active } = await statuspage.activeScheduledMaintenances();
  expect(names(active)).toEqual(["Running"]);
});

test("statuspage.js notices an update since its last read", async () => {
  const updates = new StatuspageUpdates("daymark");
  await updates.fetch();
  const { incidentID } = items.open;
  const message = "It is being repaired.";
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }),
  );
  const event = new Promise((resolve) => updates.once("incident_update", resolve));
  await updates.fetch();
  expect(updates.checkUpdate()).toBe(true);
  expect(await event).toMatchObject({ id: incidentID, incident_updates: [{ body: message }, {}] });
});

test("@aero/statuspage reads the summary and the status", async () => {
  const [summary, status] = await callAero<[Awaited<ReturnType<StatusPageClient["summary"]>>, unknown]>(
    daymark.url,
    ["summary"],
    ["status"],
  );
  expect(summary.page).toMatchObject({ name: "Acme", url: "http://localhost:8787" });
  expect(summary.status).toEqual({ indicator: "major", description: "Partial System Outage" });
  expect(names(summary.components)).toEqual(["API", "Site"]);
  expect(names(summary.incidents)).toEqual(["Open"]);
  expect(names(summary.maintenances)?.sort()).toEqual(["Planned", "Running"]);
  expect(status).toEqual({ page: summary.page, status: summary.status });
});

test("@aero/statuspage reads all its lists", async () => {
  type Items = { name: string }[];
  const [components, incidents, unresolved, ...maintenances] = await callAero<Items[]>(
    daymark.url,
    ["components"],
    ["incidents"],
    ["incidents", true],
    ["maintenances", 0],
    ["maintenances", 1],
    ["maintenances", 2],
  );
  expect(names(components)).toEqual(["API", "Site"]);
  expect(names(incidents)).toEqual(["Open", "Over"]);
  expect(unresolved).toMatchObject([
    {
      name: "Open",
      impact: "major",
      status: "identified",
      url: `http://localhost:8787/incidents/${items.open.incidentID}`,
      updates: [{ status: "identified" }, { description: "We know why.", updated: items.open.createdAt }],
    },
  ]);
  expect(maintenances.map(names)).toEqual([["Done", "Running", "Planned"], ["Running"], ["Planned"]]);
});

test("existing clients read a published write-up as the incident's newest update", async () => {
  const { incidentID } = items.over;
  const saved = await publishPostmortem(daymark, incidentID, "## Root cause\n\nA full disk.");
  const isOver = ({ id }: { id: string }) => id === incidentID;
  const incident = (await statuspage.allIncidents()).incidents.find(isOver);
  expect(incident).toMatchObject({
    status: "postmortem",
    incident_updates: [
      { status: "postmortem", body: "## Root cause\n\nA full disk." },
      { status: "resolved", body: "It was short." },
    ],
  });
  expect(incident?.updated_at?.toISOString()).toBe(saved.updatedAt);
  const [all] = await callAero<[{ id: string; status: string }[]]>(daymark.url, ["incidents"]);
  expect(all.find(isOver)?.status).toBe("postmortem");
});

test("existing clients read a group as a component that names its components", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform", order: 0 });
  onTestFinished(async () => {
    await daymark.administrator.groups[":groupID"].$delete({ param: { groupID } });
  });
  const { componentID } = items.api;
  await answer(
    daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { groupID } }),
  );
  const ids = [groupID, componentID, items.site.componentID];
  const { components = [] } = await statuspage.components();
  expect(components).toMatchObject([
    { id: groupID, name: "Platform", group: true, group_id: null, status: "partial_outage", position: 1 },
    { id: componentID, name: "API", group: false, group_id: groupID, position: 1 },
    { id: items.site.componentID, name: "Site", group: false, group_id: null, position: 2 },
  ]);
  const summary = await (await daymark.fetch("/api/v2/summary.json")).json();
  expect(summary).toMatchObject({
    components: [{ components: [componentID] }, { id: ids[1] }, { id: ids[2] }],
    incidents: [{ components: [{ id: componentID, group_id: groupID }] }],
    status: { indicator: "major" },
  });
  const noChildren: object[] = [];
  const [list] = await callAero(daymark.url, ["components"]);
  expect(list).toMatchObject([
    { name: "Platform", status: "partial_outage", children: [{ name: "API", children: noChildren }] },
    { name: "Site", children: noChildren },
  ]);
});
