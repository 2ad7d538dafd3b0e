import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
let terminal: Terminal;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: key });
});
afterEach(async () => {
  await terminal.remove();
  for (const { incidentID } of await incidents())
    await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  for (const { componentID } of await components())
    await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
});

const incidents = () => answer(daymark.administrator.incidents.$get({ query: { fresh: "1" } } as object));
const components = () => answer(daymark.administrator.components.$get({ query: { fresh: "1" } } as object));
const statuses = async () =>
  Object.fromEntries((await components()).map(({ name, status }) => [name, status]));

test("an incident goes from open to resolved, and takes its components with it", async () => {
  await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Search = fast" });
  const opened = await terminal.run([
    ...["incident", "open", "API is down", "-m", "We are looking into it."],
    ...["--component", "api=major", "-c", "Search = fast=Degraded Performance"],
  ]);
  const [incident] = await incidents();
  const where = `  ID    ${incident?.incidentID}\n  Page  ${daymark.url}/incidents/${incident?.incidentID}\n`;
  expect(opened).toEqual({
    code: 0,
    stdout: `Opened "API is down": Investigating\n  API: Operational → Major Outage\n  Search = fast: Operational → Degraded Performance\n${where}`,
    stderr: "",
  });
  expect(
    await terminal.run(["incident", "update", "-s", "ident", "-m", "-"], { stdin: "A disk\nis full.\n" }),
  ).toEqual({
    code: 0,
    stdout: `Updated "API is down": Identified\n${where}`,
    stderr: "",
  });
  expect(await statuses()).toEqual({ API: "Major Outage", "Search = fast": "Degraded Performance" });
  expect(await terminal.run(["incident", "resolve"])).toEqual({
    code: 0,
    stdout: `Resolved "API is down"\n  API: Major Outage → Operational\n  Search = fast: Degraded Performance → Operational\n  Page  ${daymark.url}/incidents/${incident?.incidentID}\n`,
    stderr: "",
  });
  expect(await statuses()).toEqual({ API: "Operational", "Search = fast": "Operational" });
  const [{ incidentUpdates = [] } = {}] = await incidents();
  expect(incidentUpdates.map(({ incidentStatus, message }) => [incidentStatus, message])).toEqual([
    ["Resolved", ""],
    ["Identified", "A disk\nis full."],
    ["Investigating", "We are looking into it."],
  ]);
});

test("what was said to be resolved already is not said again", async () => {
  const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
  expect(await terminal.run(["incident", "resolve", incidentID])).toEqual({
    code: 0,
    stdout: '"API is down" is already resolved.\n',
    stderr: "",
  });
  expect((await incidents())[0]?.incidentUpdates).toHaveLength(1);
});

test("resolving gives components back to what else holds them, and says what that is", async () => {
  const made = [];
  for (const name of ["Changed", "Maintained", "Shared", "Gone", "Own"])
    made.push(await makeComponent(daymark, { name }));
  const touched = made.map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const [changed, maintained, shared, gone] = made.map(({ componentID }) => componentID);
  if (!changed || !maintained || !shared || !gone) throw new Error("There are five.");
  const { incidentID } = await makeIncident(daymark, { components: touched });
  await makeIncident(daymark, {
    name: "Slow",
    components: [{ componentID: shared, status: "Partial Outage" }],
  });
  const set = (componentID: string, status: "Degraded Performance" | "Major Outage") =>
    answer(
      daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }),
    );
  await makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID: maintained, status: "Under Maintenance" }],
  });
  await set(changed, "Degraded Performance");
  await set(maintained, "Major Outage");
  await set(shared, "Major Outage");
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID: gone } });

  expect((await terminal.run(["incident", "resolve", incidentID])).stdout).toBe(
    `Resolved "API is down"
  Changed: Degraded Performance → Operational
  Maintained: Major Outage → Under Maintenance (the maintenance "Moving house" is running)
  Shared: Major Outage → Partial Outage (the incident "Slow" is open)
  Own: Major Outage → Operational
  Page  ${daymark.url}/incidents/${incidentID}
`,
  );
  expect(await statuses()).toEqual({
    Changed: "Operational",
    Maintained: "Under Maintenance",
    Shared: "Partial Outage",
    Own: "Operational",
  });
});

test("with --keep-components, and for a component that is named, resolving does as it is told", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const other = await makeComponent(daymark, { name: "Search" });
  const touched = [componentID, other.componentID].map((componentID) => ({
    componentID,
    status: "Partial Outage" as const,
  }));
  await makeIncident(daymark, { components: touched });
  const resolved = await terminal.run([
    "incident",
    "resolve",
    "--keep-components",
    "-c",
    `${componentID}=degraded`,
  ]);
  expect(resolved.code).toBe(0);
  expect(await statuses()).toEqual({ API: "Degraded Performance", Search: "Partial Outage" });
});

test("an open incident is found behind more than a hundred resolved ones", async () => {
  await makeIncident(daymark, { name: "Old", createdAt: "2026-01-01T00:00:00Z" });
  for (const _ of Array.from({ length: 101 }))
    await makeIncident(daymark, { name: "Over", status: "Resolved", createdAt: "2026-02-01T00:00:00Z" });
  const { stdout } = await terminal.run(["incident", "update", "-m", "Still here.", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ name: "Old", message: "Still here." });
});

test("an incident that was noticed late begins when it began", async () => {
  const opened = await terminal.run(["incident", "open", "Late", "--at", "2026-03-05 09:00", "--json"]);
  expect(JSON.parse(opened.stdout)).toMatchObject({ name: "Late", createdAt: "2026-03-05T09:00:00.000Z" });
});

test("component set changes a component by its name or ID, and by the beginning of the status", async () => {
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

test("what can not be meant is refused with what could be, and nothing changes", async () => {
  const [one, two] = [
    await makeComponent(daymark, { name: "API" }),
    await makeComponent(daymark, { name: "API" }),
  ];
  await makeComponent(daymark, { name: "Webhooks" });
  const first = await makeIncident(daymark, { name: "First", createdAt: "2026-01-01T00:00:00Z" });
  const second = await makeIncident(daymark, { name: "Second", createdAt: "2026-01-02T00:00:00Z" });
  const all = "Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage";
  const refusals: [string[], string][] = [
    [["component", "set", "web", "major"], 'There is no component "web". Did you mean Webhooks'],
    [
      ["component", "set", "x", "major"],
      `There is no component "x". There are: API (${one.componentID}), API (`,
    ],
    [
      ["component", "set", "API", "major"],
      `2 components are named "API". Give an ID: API (${one.componentID}), API (${two.componentID}).`,
    ],
    [
      ["component", "set", "Webhooks", "outage"],
      'The component status "outage" could be Partial Outage or Major Outage.',
    ],
    [["component", "set", "Webhooks", ""], `There is no component status "". Use one of: ${all}.`],
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
  for (const [args, said] of refusals) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect({ args, code, stdout, stderr }).toEqual({
      args,
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(said),
    });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(await statuses()).toEqual({ API: "Operational", Webhooks: "Operational" });
  expect((await incidents()).map(({ incidentUpdates }) => incidentUpdates.length)).toEqual([1, 1]);
});

test("what Daymark refuses is told in its words, and ends with 1", async () => {
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
