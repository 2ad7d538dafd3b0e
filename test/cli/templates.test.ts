import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contentOf } from "../support/factories/content.ts";
import { makeApiKey, makeComponent, makeTemplate } from "../support/factories/factories.ts";
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

const { incidents } = contentOf(() => daymark);
const templates = () => answer(daymark.administrator.templates.$get());

test("a template is added, listed, shown, edited and deleted", async () => {
  await makeComponent(daymark, { name: "API" });
  const added = await terminal.run(
    [
      ...["template", "add", "Slow API", "--kind", "incident", "--title", "{{components}} is slow"],
      ...["-m", "-", "-s", "ident", "-c", "API=degr"],
    ],
    { stdin: "Since {{start}}.\nSorry." },
  );
  const [template] = await templates();
  const expectedOutput = `Slow API: for incidents\n  ID       ${template?.templateID}\n  Title    {{components}} is slow\n  Status   Identified\n  Message  Since {{start}}.\n  Message  Sorry.\n  API: Degraded Performance\n`;
  expect(added).toEqual({ code: 0, stdout: expectedOutput, stderr: "" });
  expect((await terminal.run(["template", "show", "slow api"])).stdout).toBe(expectedOutput);
  expect((await terminal.run(["template", "list"])).stdout).toBe(
    `● incident  ${template?.templateID}  Slow API  "{{components}} is slow"\n`,
  );
  const edited = await terminal.run([
    ...["template", "edit", "Slow API", "--name", "Slow", "--title", "", "-s", "", "-m", "Sorry.", "--json"],
  ]);
  expect(JSON.parse(edited.stdout)).toEqual((await templates())[0]);
  expect(await templates()).toMatchObject([{ name: "Slow", title: "", status: null, message: "Sorry." }]);
  expect((await terminal.run(["template", "delete", "Slow"])).stdout).toBe('Deleted "Slow".\n');
  expect((await terminal.run(["template", "list"])).stdout).toBe("There are no templates.\n");
});

test("a template gives an incident what the command leaves out", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeTemplate(daymark, {
    name: "Slow API",
    title: "{{components}} is slow",
    message: "Sorry.",
    status: "Identified",
    components: [{ componentID, status: "Degraded Performance" }],
  });
  const { stdout } = await terminal.run(["incident", "open", "--template", "slow api"]);
  expect(stdout).toMatch(/^Opened "API is slow": Identified\n/);
  await terminal.run([
    "incident",
    "open",
    "Own name",
    "--template",
    "Slow API",
    "-s",
    "monitoring",
    "-m",
    "Own.",
  ]);
  expect(await incidents()).toMatchObject([
    { name: "Own name", status: "Monitoring", message: "Own." },
    { name: "API is slow", status: "Identified", message: "Sorry." },
  ]);
});

test("a template gives a maintenance its name and message", async () => {
  await makeTemplate(daymark, {
    name: "Move",
    kind: "maintenance",
    title: "Moving",
    message: "For {{duration}}.",
  });
  const times = ["--start", "2030-01-31 22:00", "--end", "2030-01-31 23:30"];
  const { stdout } = await terminal.run(["maintenance", "schedule", "--template", "Move", ...times]);
  expect(stdout).toMatch(/^Scheduled "Moving": Scheduled\n/);
  expect(await answer(daymark.administrator.maintenances.$get())).toMatchObject([
    { message: "For 1 hour, 30 minutes." },
  ]);
});

test.each([
  [["incident", "open"], "Give a name, or a template that has a title: --template <template>."],
  [["incident", "open", "--template", "Move"], 'The template "Move" is for maintenances, not for incidents.'],
  [["incident", "open", "--template", "Mov"], 'There is no template "Mov". Did you mean Move'],
  [
    ["template", "edit", "Move"],
    "Nothing to change. Pass --name, --title, --message, --status or --component.",
  ],
  [["template", "edit", "Move", "--status", "resolved"], 'There is no maintenance status "resolved".'],
])("%j is refused and changes nothing", async (args, message) => {
  await makeTemplate(daymark, { name: "Move", kind: "maintenance" });
  const before = await templates();
  const { code, stderr } = await terminal.run(args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect([await templates(), await incidents()]).toEqual([before, []]);
});

test("an unknown variable is refused with the API's sentence", async () => {
  const { code, stderr } = await terminal.run([
    ...["template", "add", "Slow", "--kind", "incident", "--title", "{{region}}"],
  ]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("There is no variable {{region}}."),
  });
});
