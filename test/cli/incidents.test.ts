import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contentOf } from "../support/factories/content.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories/factories.ts";
import { fillHistory } from "../support/factories/fill-history.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  await daymark.reset();
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: await makeApiKey(daymark) });
});
afterEach(() => terminal.remove());

const { incidents, statusByName } = contentOf(() => daymark);

test("opening and resolving an incident changes its components", async () => {
  await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Search = fast" });
  const opened = await terminal.run([
    ...["incident", "open", "API is down", "-m", "We are looking into it."],
    ...["--component", "api=major", "-c", "Search = fast=Degraded Performance"],
  ]);
  const [incident] = await incidents();
  const idAndPage = `  ID    ${incident?.incidentID}\n  Page  ${daymark.url}/incidents/${incident?.incidentID}\n`;
  expect(opened).toEqual({
    code: 0,
    stdout: `Opened "API is down": Investigating\n  API: Operational → Major Outage\n  Search = fast: Operational → Degraded Performance\n${idAndPage}`,
    stderr: "",
  });
  expect(
    await terminal.run(["incident", "update", "-s", "ident", "-m", "-"], { stdin: "A disk\nis full.\n" }),
  ).toEqual({
    code: 0,
    stdout: `Updated "API is down": Identified\n${idAndPage}`,
    stderr: "",
  });
  expect(await statusByName()).toEqual({ API: "Major Outage", "Search = fast": "Degraded Performance" });
  expect(await terminal.run(["incident", "resolve"])).toEqual({
    code: 0,
    stdout: `Resolved "API is down"\n  API: Major Outage → Operational\n  Search = fast: Degraded Performance → Operational\n  Page  ${daymark.url}/incidents/${incident?.incidentID}\n`,
    stderr: "",
  });
  expect(await statusByName()).toEqual({ API: "Operational", "Search = fast": "Operational" });
  const [{ incidentUpdates = [] } = {}] = await incidents();
  expect(incidentUpdates.map(({ incidentStatus, message }) => [incidentStatus, message])).toEqual([
    ["Resolved", ""],
    ["Identified", "A disk\nis full."],
    ["Investigating", "We are looking into it."],
  ]);
});

test("resolving a resolved incident changes nothing", async () => {
  const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
  expect(await terminal.run(["incident", "resolve", incidentID])).toEqual({
    code: 0,
    stdout: '"API is down" is already resolved.\n',
    stderr: "",
  });
  expect((await incidents())[0]?.incidentUpdates).toHaveLength(1);
});

test("resolving gives each component the status from another open notice, and prints that notice", async () => {
  const components = [];
  for (const name of ["Changed", "In maintenance", "Shared", "Deleted", "Other"])
    components.push(await makeComponent(daymark, { name }));
  const outages = components.map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const [changed, inMaintenance, shared, deleted] = components.map(({ componentID }) => componentID);
  if (!changed || !inMaintenance || !shared || !deleted) throw new Error("Expected five components.");
  const { incidentID } = await makeIncident(daymark, { components: outages });
  await makeIncident(daymark, {
    name: "Slow",
    components: [{ componentID: shared, status: "Partial Outage" }],
  });
  const setStatus = (componentID: string, status: "Degraded Performance" | "Major Outage") =>
    answer(
      daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }),
    );
  await makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID: inMaintenance, status: "Under Maintenance" }],
  });
  await setStatus(changed, "Degraded Performance");
  await setStatus(inMaintenance, "Major Outage");
  await setStatus(shared, "Major Outage");
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID: deleted } });

  expect((await terminal.run(["incident", "resolve", incidentID])).stdout).toBe(
    `Resolved "API is down"
  Changed: Degraded Performance → Operational
  In maintenance: Major Outage → Under Maintenance (the maintenance "Moving house" is running)
  Shared: Major Outage → Partial Outage (the incident "Slow" is open)
  Other: Major Outage → Operational
  Page  ${daymark.url}/incidents/${incidentID}
`,
  );
  expect(await statusByName()).toEqual({
    Changed: "Operational",
    "In maintenance": "Under Maintenance",
    Shared: "Partial Outage",
    Other: "Operational",
  });
});

test("resolving with --keep-components changes only the components that -c names", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const other = await makeComponent(daymark, { name: "Search" });
  const components = [componentID, other.componentID].map((componentID) => ({
    componentID,
    status: "Partial Outage" as const,
  }));
  await makeIncident(daymark, { components });
  const resolved = await terminal.run([
    "incident",
    "resolve",
    "--keep-components",
    "-c",
    `${componentID}=degraded`,
  ]);
  expect(resolved.code).toBe(0);
  expect(await statusByName()).toEqual({ API: "Degraded Performance", Search: "Partial Outage" });
});

test("an open incident is found although more than 100 newer ones are resolved", async () => {
  await fillHistory(daymark.db, { components: 1, incidents: 101, days: 10, now: "2026-02-01T00:00:00Z" });
  await makeIncident(daymark, { name: "Old", createdAt: "2026-01-01T00:00:00Z" });
  const { stdout } = await terminal.run(["incident", "update", "-m", "Still here.", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ name: "Old", message: "Still here." });
});

test("--at sets the time at which an incident began", async () => {
  const opened = await terminal.run(["incident", "open", "Late", "--at", "2026-03-05 09:00", "--json"]);
  expect(JSON.parse(opened.stdout)).toMatchObject({ name: "Late", createdAt: "2026-03-05T09:00:00.000Z" });
});

test("component set takes a component's name or ID and the beginning of a status", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Api" });
  expect(await terminal.run(["component", "set", "API", "PARTIAL"])).toEqual({
    code: 0,
    stdout: "  API: Operational → Partial Outage\n",
    stderr: "",
  });
  const { stdout } = await terminal.run(["component", "set", componentID, "maintenance", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ componentID, status: "Under Maintenance" });
});

test("a wrong name, status or time prints the possible values and changes nothing", async () => {
  const [api, otherAPI] = [
    await makeComponent(daymark, { name: "API" }),
    await makeComponent(daymark, { name: "API" }),
  ];
  await makeComponent(daymark, { name: "Webhooks" });
  const first = await makeIncident(daymark, { name: "First", createdAt: "2026-01-01T00:00:00Z" });
  const second = await makeIncident(daymark, { name: "Second", createdAt: "2026-01-02T00:00:00Z" });
  const statuses = "Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage";
  const cases: [string[], string][] = [
    [["component", "set", "web", "major"], 'There is no component "web". Did you mean Webhooks'],
    [
      ["component", "set", "x", "major"],
      `There is no component "x". There are: API (${api.componentID}), API (`,
    ],
    [
      ["component", "set", "API", "major"],
      `2 components are named "API". Use an ID: API (${api.componentID}), API (${otherAPI.componentID}).`,
    ],
    [
      ["component", "set", "Webhooks", "outage"],
      'The component status "outage" could be Partial Outage or Major Outage.',
    ],
    [["component", "set", "Webhooks", ""], `There is no component status "". Use one of: ${statuses}.`],
    [
      ["incident", "open", "X", "-s", "done"],
      'There is no incident status "done". Use one of: Investigating, Identified, Monitoring, Resolved.',
    ],
    [
      ["incident", "open", "X", "-c", "Webhooks"],
      '"Webhooks" needs a component and its status, like "API=Major Outage".',
    ],
    [
      ["incident", "open", "X", "--at", "yesterday"],
      `--at: "yesterday" isn't a time. Use one like 2026-01-31T09:00:00Z, or seconds`,
    ],
    [["incident", "update"], "Nothing to change. Pass --status, --message or --component."],
    [
      ["incident", "resolve"],
      `2 incidents are open. Say which: Second (${second.incidentID}), First (${first.incidentID}).`,
    ],
    [["incident", "resolve", "third"], 'There is no open incident "third". There are: Second'],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect({ args, code, stdout, stderr }).toEqual({
      args,
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(await statusByName()).toEqual({ API: "Operational", Webhooks: "Operational" });
  expect((await incidents()).map(({ incidentUpdates }) => incidentUpdates.length)).toEqual([1, 1]);
});

test("the message of an error response is printed unchanged, and the exit code is 1", async () => {
  expect(await terminal.run(["incident", "open", "x".repeat(201)])).toEqual({
    code: 1,
    stdout: "",
    stderr: "Name can be 200 characters at most.\n",
  });
  expect(await terminal.run(["incident", "resolve", "000000000000"])).toEqual({
    code: 1,
    stdout: "",
    stderr: "There is no such incident. It may have been deleted.\n",
  });
});

test("an incident that is over is added with its start and its end, and changes no component", async () => {
  await makeComponent(daymark, { name: "API" });
  const added = await terminal.run([
    ...[
      "incident",
      "open",
      "API was down",
      "-c",
      "API=major",
      "-m",
      "It failed.",
      "--end-message",
      "It works.",
    ],
    ...["--over", "--start", "2026-01-31 22:00", "--end", "2026-01-31 22:40"],
  ]);
  const [incident] = await incidents();
  expect(added).toEqual({
    code: 0,
    stdout: `Added "API was down": Resolved\n  ID    ${incident?.incidentID}\n  Page  ${daymark.url}/incidents/${incident?.incidentID}\n`,
    stderr: "",
  });
  expect(incident).toMatchObject({
    status: "Resolved",
    backfilled: true,
    createdAt: "2026-01-31T22:00:00.000Z",
    incidentUpdates: [
      { message: "It works.", createdAt: "2026-01-31T22:40:00.000Z" },
      { message: "It failed.", createdAt: "2026-01-31T22:00:00.000Z" },
    ],
  });
  expect(await statusByName()).toEqual({ API: "Operational" });
});

test.each([
  [["--over", "--start", "2026-01-31 22:00"], "--over needs --start and --end.\n"],
  [["--end", "2026-01-31 22:00"], "--start, --end and --end-message need --over.\n"],
  [["--over", "--at", "2026-01-31 22:00"], "With --over, pass --start instead of --at.\n"],
])("incident open with %j is a usage error", async (options, stderr) => {
  expect(await terminal.run(["incident", "open", "API was down", ...options])).toMatchObject({
    code: 2,
    stdout: "",
    stderr,
  });
  expect(await incidents()).toEqual([]);
});

test("a write-up is outlined, saved, published, read and deleted", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is slow", status: "Resolved" });
  const postmortem = (...args: string[]) => terminal.run(["incident", "postmortem", "API is slow", ...args]);
  expect((await postmortem("--outline")).stdout).toContain("## Timeline\n\n- ");
  expect(await postmortem()).toMatchObject({ code: 1, stdout: "" });
  const saving = ["incident", "postmortem", incidentID, "--body", "-"];
  expect(await terminal.run(saving, { stdin: "## Root cause\n\nA disk." })).toMatchObject({
    code: 0,
    stdout: 'Saved the write-up of "API is slow": Draft\n',
  });
  expect((await postmortem()).stdout).toBe("## Root cause\n\nA disk.\n");
  expect((await postmortem("--publish")).stdout).toBe(
    `Saved the write-up of "API is slow": Published\n  Page  ${daymark.url}/incidents/${incidentID}/postmortem\n`,
  );
  expect((await daymark.fetch(`/incidents/${incidentID}/postmortem`)).status).toBe(200);
  expect((await postmortem("--send-mail")).stderr).toBe("--send-mail needs --publish.\n");
  expect((await postmortem("--unpublish")).stdout).toContain(": Draft\n");
  expect((await postmortem("--delete")).stdout).toBe('Deleted the write-up of "API is slow"\n');
  expect((await daymark.fetch(`/incidents/${incidentID}/postmortem`)).status).toBe(404);
});
