import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "../../worker/shared/time/domain.ts";
import { contentOf } from "../support/factories/content.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories/factories.ts";
import { addSubscribers } from "../support/factories/insert-subscribers.ts";
import { enableMail } from "../support/factories/make-subscribers.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";

let daymark: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(async () => {
  await daymark.reset();
  terminal = await openTerminal({
    DAYMARK_URL: daymark.url,
    DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["notices"] }),
  });
});
afterEach(() => terminal.remove());

const { incidents, maintenances, statusByName } = contentOf(() => daymark);
const minuteOf = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)}`;
const times = ["--start", "2030-01-31 22:00", "--end", "2030-01-31T23:30:00+01:00"];

test("starting and completing a maintenance changes its components", async () => {
  for (const name of ["API", "A=B", "Search"]) await makeComponent(daymark, { name });
  const scheduled = await terminal.run([
    ...["maintenance", "schedule", "Database upgrade", "-m", "The API will be away.", "--start"],
    ...["2030-01-31 22:00", "--end", "2030-01-31T23:30:00Z", "-c", "api", "-c", "A=B", "-c", "Search"],
  ]);
  const [maintenance] = await maintenances();
  const timeIDAndPage = (startAt = "", endAt = "") => `  Time  ${minuteOf(startAt)} to ${minuteOf(endAt)} UTC
  ID    ${maintenance?.maintenanceID}
  Page  ${daymark.url}/maintenances/${maintenance?.maintenanceID}
`;
  expect(scheduled).toEqual({
    code: 0,
    stdout: `Scheduled "Database upgrade": Scheduled\n${timeIDAndPage("2030-01-31T22:00", "2030-01-31T23:30")}`,
    stderr: "",
  });
  expect(maintenance?.components.map(({ name, status }) => [name, status])).toEqual([
    ["API", "Under Maintenance"],
    ["A=B", "Under Maintenance"],
    ["Search", "Under Maintenance"],
  ]);

  const start = await terminal.run(["maintenance", "start", "-c", "Search=operational"]);
  // It starts early, so its window moves to now and keeps its length.
  const [started] = await maintenances();
  expect(Date.parse(started?.endAt ?? "") - Date.parse(started?.startAt ?? "")).toBe(1.5 * HOUR_MS);
  expect(start).toEqual({
    code: 0,
    stdout: `Started "Database upgrade": In Progress
  API: Operational → Under Maintenance
  A=B: Operational → Under Maintenance
  Search: stays Operational
${timeIDAndPage(started?.startAt, started?.endAt)}`,
    stderr: "",
  });
  expect(await terminal.run(["maintenance", "start", "Database upgrade"])).toEqual({
    code: 0,
    stdout: '"Database upgrade" is already in progress.\n',
    stderr: "",
  });
  expect(
    await terminal.run(["maintenance", "update", "-s", "verif", "-m", "-"], { stdin: "We check it." }),
  ).toEqual({
    code: 0,
    stdout: expect.stringContaining('Updated "Database upgrade": Verifying\n  API: stays Under Maintenance'),
    stderr: "",
  });
  const completion = await terminal.run(["maintenance", "complete", "-m", "It is done.", "--no-mail"]);
  const [completed] = await maintenances();
  expect(completed?.startAt).toBe(started?.startAt);
  expect(completion).toEqual({
    code: 0,
    stdout: `Completed "Database upgrade": Completed
  API: Under Maintenance → Operational
  A=B: Under Maintenance → Operational
  Search: stays Operational
${timeIDAndPage(completed?.startAt, completed?.endAt)}`,
    stderr: "",
  });
  expect(await statusByName()).toEqual({ API: "Operational", "A=B": "Operational", Search: "Operational" });
  const { maintenanceUpdates = [] } = completed ?? {};
  expect(maintenanceUpdates.map(({ maintenanceStatus, message }) => [maintenanceStatus, message])).toEqual([
    ["Completed", "It is done."],
    ["Verifying", "We check it."],
    ["In Progress", ""],
    ["Scheduled", "The API will be away."],
  ]);
});

test("with --keep-components, completing and deleting a maintenance leave its components as they are", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const running = { status: "In Progress" as const, components };
  await makeMaintenance(daymark, { name: "First", ...running });
  expect(await terminal.run(["maintenance", "complete", "--keep-components"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("API: stays Under Maintenance"),
  });
  await makeMaintenance(daymark, { name: "Second", ...running });
  await terminal.run(["maintenance", "delete", "Second", "--keep-components"]);
  expect(await statusByName()).toEqual({ API: "Under Maintenance" });
});

test("changing a maintenance's times adds no update", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const moved = await terminal.run(["maintenance", "update", "moving HOUSE", ...times, "--json"]);
  expect(JSON.parse(moved.stdout)).toMatchObject({
    maintenanceID,
    startAt: "2030-01-31T22:00:00.000Z",
    endAt: "2030-01-31T22:30:00.000Z",
    maintenanceUpdates: [{ maintenanceStatus: "Scheduled" }],
  });
});

test("--tell emails subscribers about new times, which is no update", async () => {
  await enableMail(daymark);
  await addSubscribers(daymark, [{ emailAddress: "reader@example.org" }]);
  await makeMaintenance(daymark, { notifySubscribers: false });
  const moved = await terminal.run(["maintenance", "update", ...times, "--tell", "--json"]);
  expect(JSON.parse(moved.stdout)).toMatchObject({
    maintenanceUpdates: [{ maintenanceStatus: "Scheduled" }],
  });
  const messages = await daymark.db.prepare("SELECT content ->> 'movedFrom' AS before FROM messages").all();
  expect(messages.results).toEqual([{ before: expect.stringContaining("startAt") }]);
});

test("lists show only what isn't over, or everything with --all", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const createdAt = "2026-01-31T09:30:00Z";
  const { incidentID } = await makeIncident(daymark, { createdAt });
  const over = await makeIncident(daymark, { name: "Over", status: "Resolved", createdAt });
  const { maintenanceID } = await makeMaintenance(daymark);
  const past = await makeMaintenance(daymark, { name: "Past", status: "Completed" });
  const list = async (...args: string[]) => {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };
  expect(await list("component", "list")).toBe(`● Operational  ${componentID}  API\n`);
  const open = `${incidentID}  API is down  since 2026-01-31 09:30 UTC\n`;
  expect(await list("incident", "list")).toBe(`● Investigating  ${open}`);
  expect((await list("incident", "list", "--all")).split("\n").sort()).toEqual([
    "",
    `● Investigating  ${open.trimEnd()}`,
    `● Resolved       ${over.incidentID}  Over  since 2026-01-31 09:30 UTC`,
  ]);
  expect(await list("maintenance", "list")).toBe(
    `● Scheduled  ${maintenanceID}  Moving house  2030-01-01 10:00 to 2030-01-01 12:00 UTC\n`,
  );
  const ids = (text: string) => JSON.parse(text).map((one: { maintenanceID: string }) => one.maintenanceID);
  expect(ids(await list("maintenance", "list", "--json"))).toEqual([maintenanceID]);
  expect(ids(await list("maintenance", "list", "--all", "--json")).sort()).toEqual(
    [maintenanceID, past.maintenanceID].sort(),
  );
});

test("an empty list prints a sentence", async () => {
  const sentences = {
    "component list": "There are no components.",
    "incident list": "No incident is open.",
    "incident list --all": "There are no incidents.",
    "maintenance list": "No maintenance is planned or running.",
    "maintenance list --all": "There are no maintenances.",
  };
  for (const [args, sentence] of Object.entries(sentences))
    expect(await terminal.run(args.split(" "))).toEqual({ code: 0, stdout: `${sentence}\n`, stderr: "" });
});

test("show prints updates, also of a resolved incident, and delete takes a name or an ID", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const createdAt = "2026-01-31T09:30:00Z";
  const { incidentID } = await makeIncident(daymark, {
    status: "Resolved",
    message: "One disk\nwas full.\u202e",
    components: [{ componentID, status: "Partial Outage" }],
    createdAt,
  });
  const { maintenanceID } = await makeMaintenance(daymark);
  const expected = {
    code: 0,
    stdout: `API is down: Resolved
  ID    ${incidentID}
  Page  ${daymark.url}/incidents/${incidentID}
  Time  since 2026-01-31 09:30 UTC

Components
  ● Partial Outage  API

2026-01-31 09:30 UTC  Resolved
  One disk
  was full.
`,
    stderr: "",
  };
  expect(await terminal.run(["incident", "show", incidentID])).toEqual(expected);
  expect(await terminal.run(["incident", "show", "api is down"])).toEqual(expected);
  const { stdout } = await terminal.run(["maintenance", "show", maintenanceID, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ maintenanceID, name: "Moving house" });

  const other = await makeIncident(daymark, {
    name: "Kept",
    components: [{ componentID, status: "Major Outage" }],
  });
  expect((await terminal.run(["incident", "delete", "kept", "--keep-components"])).code).toBe(0);
  expect(await incidents()).not.toContainEqual(expect.objectContaining({ incidentID: other.incidentID }));
  expect(await statusByName()).toEqual({ API: "Major Outage" });
  const deleted = await terminal.run(["incident", "delete", incidentID]);
  expect(deleted).toEqual({ code: 0, stdout: 'Deleted "API is down".\n', stderr: "" });
  expect(await statusByName()).toEqual({ API: "Operational" });
  const quiet = await terminal.run(["maintenance", "delete", "Moving house", "--json"]);
  expect(quiet).toEqual({ code: 0, stdout: "", stderr: "" });
  expect([await incidents(), await maintenances()]).toEqual([[], []]);
});

test("a wrong name, status or time of a maintenance is refused with the possible values, and nothing changes", async () => {
  const first = await makeMaintenance(daymark, { name: "First" });
  const second = await makeMaintenance(daymark, { name: "Second" });
  const schedule = ["maintenance", "schedule", "X"];
  const cases: [string[], string][] = [
    [["maintenance", "start"], "2 maintenances are planned. Say which: "],
    [["maintenance", "complete"], "No maintenance is running."],
    [
      ["maintenance", "update"],
      "Nothing to change. Pass --status, --message, --component, --start or --end.",
    ],
    [["maintenance", "update", "-m", "x"], "2 maintenances are planned or running. Say which: "],
    [["maintenance", "start", "third"], 'There is no planned or running maintenance "third". There are: '],
    [["maintenance", "delete", "third"], 'There is no maintenance "third". There are: '],
    [schedule, "required option '--start <time>' not specified"],
    [[...schedule, "--start", "tonight", "--end", "2030-01-01 10:00"], `--start: "tonight" isn't a time`],
    [[...schedule, ...times, "-c", "API"], 'There is no component "API".'],
    [["maintenance", "update", first.maintenanceID, "-s", "done"], 'There is no maintenance status "done".'],
  ];
  for (const [args, message] of cases) {
    expect({ args, ...(await terminal.run(args)) }).toEqual({
      args,
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  }
  const endBeforeStart = ["--start", "2030-01-01 10:00", "--end", "2030-01-01 09:00"];
  expect(await terminal.run([...schedule, ...endBeforeStart])).toEqual({
    code: 1,
    stdout: "",
    stderr: "End time must be after start time.\n",
  });
  expect((await maintenances()).map(({ maintenanceID }) => maintenanceID).sort()).toEqual(
    [first.maintenanceID, second.maintenanceID].sort(),
  );
});
