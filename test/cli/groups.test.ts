import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey, makeComponent } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";

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
  await daymark.db.exec("DELETE FROM components; DELETE FROM component_groups;");
});

const run = async (...args: string[]) => (await terminal.run(args)).stdout;
const groups = () => answer(daymark.visitor.groups.$get());

test("a group is created, listed, renamed and deleted, and its components stay", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Major Outage" });
  expect(await run("group", "list")).toBe("There are no groups.\n");
  const created = await run("group", "create", "Platform");
  const [group] = await groups();
  expect(created).toBe(`Created "Platform": ${group?.groupID}\n`);
  expect(await run("component", "move", "api", "--group", "platform")).toBe('"API" is in "Platform" now.\n');
  expect(await run("group", "list")).toBe(`● Major Outage  ${group?.groupID}  Platform  (1 component)\n`);
  expect(JSON.parse(await run("group", "list", "--json"))).toEqual(await groups());
  await expect.poll(() => run("status")).toContain("  ● Major Outage  Platform\n  ● Major Outage    API\n");
  expect(await run("group", "rename", "Platform", "Regions")).toBe('Renamed "Platform" to "Regions".\n');
  expect(await groups()).toMatchObject([{ name: "Regions", componentIDs: [componentID] }]);
  expect(await run("group", "delete", "regions")).toBe('Deleted "Regions". Its components stay.\n');
  expect(await groups()).toEqual([]);
  expect(await run("component", "list")).toBe(`● Major Outage  ${componentID}  API\n`);
});

test("a component is shown as the options say, and one of them is needed", async () => {
  await makeComponent(daymark, { name: "API" });
  const display = (...args: string[]) => terminal.run(["component", "display", "API", ...args]);
  expect(await display()).toMatchObject({ code: 2, stderr: expect.stringContaining("Say what to change") });
  expect(await display("--shown", "never")).toMatchObject({ code: 2 });
  const { stdout } = await display("--shown", "notices", "--no-uptime", "--link", "https://example.com");
  expect(stdout).toBe('The status page shows "API" as you said.\n');
  const read = async () => (await answer(daymark.visitor.components.$get({ query: {} })))[0];
  expect(await read()).toMatchObject({ shown: "notices", showsUptime: false, link: "https://example.com" });
  await display("--uptime", "--uptime-since", "2026-01-31", "--link", "");
  expect(await read()).toMatchObject({ showsUptime: true, uptimeSince: "2026-01-31", link: "" });
});

test("components are listed by group, and an empty --group takes a component out of its group", async () => {
  await run("group", "create", "Platform");
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  await run("component", "move", "API", "-g", "Platform");
  expect(await run("component", "list", "--group", "Platform")).toBe(`● Operational  ${componentID}  API\n`);
  expect(await terminal.run(["component", "list", "--group", "Europe"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no group "Europe". There are: Platform ('),
  });
  expect(await run("component", "move", "API", "--group", "")).toBe('"API" is in no group now.\n');
  expect(await groups()).toMatchObject([{ componentIDs: [] }]);
});
