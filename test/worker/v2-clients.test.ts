import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StatusPageClient } from "@aero/statuspage";
import { Statuspage, StatuspageUpdates } from "statuspage.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

// Two clients of hosted status pages, as they are in the package registry.
let daymark: Daymark;
let hosted: Server;
let made: Awaited<ReturnType<typeof makeAll>>;
const statuspage = new Statuspage("daymark");
beforeAll(async () => {
  daymark = await startDaymark();
  hosted = await standInForHosted();
  made = await makeAll();
});
afterAll(async () => {
  delete process.env.https_proxy;
  hosted.close();
  await daymark.stop();
});

/** statuspage.js asks for https://{name}.statuspage.io, through a proxy where there is one: Daymark is behind this. */
async function standInForHosted(): Promise<Server> {
  const server = createServer(async ({ url = "" }, answering) => {
    const { host, pathname } = new URL(url);
    const answered = await daymark.fetch(host === "daymark.statuspage.io" ? pathname : "/not-asked-for");
    answering.writeHead(answered.status, { "Content-Type": answered.headers.get("Content-Type") ?? "" });
    answering.end(await answered.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  process.env.https_proxy = `http://localhost:${(server.address() as AddressInfo).port}`; // TCP: never a string
  return server;
}

async function aero<T>(...call: [string, argument?: unknown]): Promise<T> {
  const [name, argument] = call;
  const client = join(root, "test/support/aero-client.ts");
  const args = [client, daymark.url, name, ...(argument === undefined ? [] : [JSON.stringify(argument)])];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

async function makeAll() {
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
  const planned = await makeMaintenance(daymark, { name: "Planned" });
  const running = await makeMaintenance(daymark, {
    name: "Running",
    status: "In Progress",
    components: [{ componentID: site.componentID, status: "Under Maintenance" }],
  });
  await makeMaintenance(daymark, { name: "Done", status: "Completed" });
  return { api, site, over, open, planned, running };
}

const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name);

test("statuspage.js reads the summary: page, status, components, open incidents and what is planned or runs", async () => {
  const { page, status, components, incidents, scheduled_maintenances } = await statuspage.summary();
  expect(page).toMatchObject({ name: "Acme", url: "http://localhost:8787" });
  expect(page.updated_at).toBeInstanceOf(Date);
  expect(status).toEqual({ indicator: "major", description: "Partial System Outage" });
  expect(components).toMatchObject([
    { id: made.api.componentID, status: "partial_outage", position: 1, description: "For programs" },
    { id: made.site.componentID, status: "under_maintenance", position: 2, description: null },
  ]);
  expect(components?.[0]?.created_at.toISOString()).toBe(made.api.createdAt);
  expect(names(incidents)).toEqual(["Open"]);
  expect(names(scheduled_maintenances)?.sort()).toEqual(["Planned", "Running"]);
});

test("statuspage.js finds dates, updates and impact in incidents and maintenances", async () => {
  const [open] = (await statuspage.unresolvedIncidents()).incidents;
  expect(open).toMatchObject({ id: made.open.incidentID, status: "identified", impact: "major" });
  expect(open?.resolved_at).toBeNull();
  expect(open?.incident_updates).toMatchObject([{ body: "We know why.", status: "identified" }]);
  expect(open?.incident_updates[0]?.display_at.toISOString()).toBe(made.open.createdAt);
  const [planned] = (await statuspage.upcomingScheduledMaintenances()).scheduled_maintenances;
  expect(planned).toMatchObject({
    id: made.planned.maintenanceID,
    status: "scheduled",
    impact: "maintenance",
  });
  expect(planned?.scheduled_for.toISOString()).toBe(made.planned.startAt);
  expect(planned?.scheduled_until.toISOString()).toBe(made.planned.endAt);
});

test("statuspage.js reads every one of its lists", async () => {
  expect((await statuspage.status()).status.indicator).toBe("major");
  expect(names((await statuspage.components()).components)).toEqual(["API", "Site"]);
  expect(names((await statuspage.allIncidents()).incidents)).toEqual(["Open", "Over"]);
  const { scheduled_maintenances: all } = await statuspage.allScheduledMaintenances();
  expect(names(all)).toEqual(["Done", "Running", "Planned"]);
  const { scheduled_maintenances: active } = await statuspage.activeScheduledMaintenances();
  expect(names(active)).toEqual(["Running"]);
});

test("statuspage.js notices an update that was posted since it last looked", async () => {
  const updates = new StatuspageUpdates("daymark");
  await updates.fetch();
  const { incidentID } = made.open;
  const message = "It is being mended.";
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }),
  );
  const told = new Promise((resolve) => updates.once("incident_update", resolve));
  await updates.fetch();
  expect(updates.checkUpdate()).toBe(true);
  expect(await told).toMatchObject({ id: incidentID, incident_updates: [{ body: message }, {}] });
});

test("@aero/statuspage reads the summary and the status", async () => {
  const summary = await aero<Awaited<ReturnType<StatusPageClient["summary"]>>>("summary");
  expect(summary.page).toMatchObject({ name: "Acme", url: "http://localhost:8787" });
  expect(summary.status).toEqual({ indicator: "major", description: "Partial System Outage" });
  expect(names(summary.components)).toEqual(["API", "Site"]);
  expect(names(summary.incidents)).toEqual(["Open"]);
  expect(names(summary.maintenances)?.sort()).toEqual(["Planned", "Running"]);
  expect(await aero("status")).toEqual({ page: summary.page, status: summary.status });
});

test("@aero/statuspage reads every one of its lists", async () => {
  expect(names(await aero("components"))).toEqual(["API", "Site"]);
  expect(names(await aero("incidents"))).toEqual(["Open", "Over"]);
  expect(await aero("incidents", true)).toMatchObject([
    {
      name: "Open",
      impact: "major",
      status: "identified",
      url: `http://localhost:8787/incidents/${made.open.incidentID}`,
      updates: [{ status: "identified" }, { description: "We know why.", updated: made.open.createdAt }],
    },
  ]);
  expect(names(await aero("maintenances", 0))).toEqual(["Done", "Running", "Planned"]);
  expect(names(await aero("maintenances", 1))).toEqual(["Running"]);
  expect(names(await aero("maintenances", 2))).toEqual(["Planned"]);
});
