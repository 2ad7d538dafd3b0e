import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories/factories.ts";
import { fillHistory } from "../support/factories/fill-history.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";
import { startProxy } from "../support/starters/proxy.ts";

let daymark: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let terminal: Terminal;
let componentID: string;
let incidentID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  await fillHistory(daymark.db, {
    components: 10,
    incidents: 10_000,
    maintenances: 10_000,
    days: 365,
    now: "2026-01-01T00:00:00.000Z",
  });
  proxy = await startProxy(daymark.url);
  terminal = await openTerminal({ DAYMARK_URL: proxy.url, DAYMARK_KEY: await makeApiKey(daymark) });
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  // The oldest incident is the last that a search through pages would find.
  ({ incidentID } = await makeIncident(daymark, { name: "Open", createdAt: "2020-01-01T00:00:00Z" }));
  await makeMaintenance(daymark, { name: "Planned" });
});
afterAll(async () => {
  await terminal.remove();
  await proxy.stop();
  await daymark.stop();
});
beforeEach(() => proxy.requests());

/** Returns the paths of requests for incidents and maintenances since the last call. */
const requestedPaths = (method = "GET") =>
  proxy
    .requests()
    .filter((request) => request.method === method && /(incidents|maintenances)/.test(request.path))
    .map(({ path }) => decodeURIComponent(path).replace(/^\/api\/v0\/|&?limit=100/g, ""))
    .sort();

const openIncidents = ["Identified", "Investigating", "Monitoring"].map(
  (status) => `incidents?status=${status}`,
);
const openMaintenances = ["In Progress", "Scheduled", "Verifying"].map(
  (status) => `maintenances?status=${status}`,
);

test("commands find open incidents and maintenances without reading the 10,000 that are over", async () => {
  const commands: [string[], string, string[]][] = [
    [["incident", "list"], "Open", openIncidents],
    [["maintenance", "list"], "Planned", openMaintenances],
    [["incident", "update", "-m", "Still."], "Open", openIncidents],
    [["incident", "update", "open", "-m", "Still."], "Open", openIncidents],
    [["incident", "show", incidentID], "Open", [`incidents/${incidentID}`]],
    [["maintenance", "update", "planned", "-m", "Soon."], "Planned", openMaintenances],
    [["maintenance", "start"], "Planned", ["maintenances?status=Scheduled"]],
    [
      ["maintenance", "complete"],
      "Planned",
      ["maintenances?status=In Progress", "maintenances?status=Verifying"],
    ],
    [["incident", "resolve"], "Open", openIncidents],
    [["incident", "list"], "No incident is open.", openIncidents],
  ];
  for (const [args, output, paths] of commands) {
    const { code, stdout } = await terminal.run(args);
    expect({ args, code, stdout }).toEqual({ args, code: 0, stdout: expect.stringContaining(output) });
    expect({ args, paths: requestedPaths() }).toEqual({ args, paths });
  }
});

test("resolving looks for other causes among open incidents and maintenances only", async () => {
  const components = [{ componentID, status: "Partial Outage" as const }];
  const one = await makeIncident(daymark, { name: "One", components });
  const two = await makeIncident(daymark, {
    name: "Two",
    components,
    createdAt: "2026-02-01T00:00:00Z",
  });
  const { stdout } = await terminal.run(["incident", "resolve", one.incidentID]);
  expect(stdout).toContain('API: stays Partial Outage (the incident "Two" is open)');
  // The command lists incidents and maintenances once for each of their three open statuses.
  expect(requestedPaths()).toHaveLength(3 + 3 + 2);
  expect((await terminal.run(["incident", "resolve", two.incidentID])).code).toBe(0);
});

test("open incidents are listed newest first, whatever their status", async () => {
  const newestFirst: string[] = [];
  for (const [month, status] of ["Monitoring", "Investigating", "Monitoring", "Identified"].entries()) {
    const createdAt = `2026-0${month + 1}-01T00:00:00Z`;
    const { incidentID } = await makeIncident(daymark, { status: status as "Monitoring", createdAt });
    newestFirst.unshift(incidentID);
  }
  const ids = async (...more: string[]) =>
    JSON.parse((await terminal.run(["incident", "list", "--json", ...more])).stdout).map(
      ({ incidentID }: { incidentID: string }) => incidentID,
    );
  expect(await ids()).toEqual(newestFirst);
  proxy.requests();
  expect(await ids("--since", "2026-03-01 00:00")).toEqual(newestFirst.slice(0, 2));
  expect(await ids("--since", "2026-03-01 00:00", "--all")).toEqual(
    expect.arrayContaining(newestFirst.slice(0, 2)),
  );
  expect(requestedPaths()).toHaveLength(3 + 1);
});

test("show marks components that have been deleted", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Gone" });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const incident = await makeIncident(daymark, { components });
  const maintenance = await makeMaintenance(daymark, { components });
  const show = async (kind: string, id: string) => (await terminal.run([kind, "show", id])).stdout;
  const showBoth = async () => [
    await show("incident", incident.incidentID),
    await show("maintenance", maintenance.maintenanceID),
  ];
  for (const text of await showBoth()) expect(text).toMatch(/^ {2}● Under Maintenance {2}Gone$/m);
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  for (const text of await showBoth()) expect(text).toMatch(/^ {2}● Under Maintenance {2}Gone \(deleted\)$/m);
});

test("list --search finds incidents of any age by their words, component and month", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Searched" });
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeIncident(daymark, {
    name: "Disk is full",
    status: "Resolved",
    components,
    createdAt: "2026-05-05T00:00:00Z",
  });
  await makeIncident(daymark, { name: "Disk is slow", createdAt: "2026-06-05T00:00:00Z" });
  const list = async (...more: string[]) => (await terminal.run(["incident", "list", ...more])).stdout;
  expect(await list("--search", "disk")).toMatch(/Disk is slow.*Disk is full/s);
  for (const narrowing of [
    ["--component", "searched"],
    ["--month", "2026-05"],
  ]) {
    const text = await list("--search", "disk", ...narrowing);
    expect(text).toContain("Disk is full");
    expect(text).not.toContain("Disk is slow");
  }
  expect(await list("--search", "floppy")).toBe("No matches.\n");
  expect((await terminal.run(["maintenance", "list", "--search", "disk"])).stdout).toBe("No matches.\n");
  const unknown = await terminal.run(["incident", "list", "--component", "nobody"]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('no component "nobody"') });
});
