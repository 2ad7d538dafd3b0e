import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ended, openTerminal, program, type Terminal } from "../support/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { requirePython } from "../support/python.ts";

const page = "https://status.example.com";
let daymark: Daymark;
let terminal: Terminal;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: page } });
  terminal = await openTerminal({ DAYMARK_URL: daymark.url });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Example" } }));
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  await makeComponent(daymark, { name: "データベース" });
});
afterAll(async () => {
  await terminal.remove();
  await daymark.stop();
});

test("while all is well, status says so and ends with 0", async () => {
  expect(await terminal.run(["status"])).toEqual({
    code: 0,
    stdout: `Example: All Systems Operational

Components
  ● Operational  API
  ● Operational  データベース
`,
    stderr: "",
  });
});

test("status shows what is wrong and what is planned, and ends with 5", async () => {
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "API is\tdown", components });
  const { maintenanceID } = await makeMaintenance(daymark);
  const shown = `Example: Major System Outage

Components
  ● Major Outage  API
  ● Operational   データベース

Open incidents
  ● Investigating  API is down  ${page}/incidents/${incidentID}

Maintenance
  ● Scheduled  Moving house  2030-01-01 10:00 to 2030-01-01 12:00 UTC  ${page}/maintenances/${maintenanceID}
`;
  await expect.poll(() => terminal.run(["status"])).toEqual({ code: 5, stdout: shown, stderr: "" });

  const summary = await (await daymark.fetch("/api/v2/summary.json")).json();
  const inJSON = await terminal.run(["status", "--json"]);
  expect([inJSON.code, JSON.parse(inJSON.stdout)]).toEqual([5, summary]);
});

test("a reader that has read enough is no reason to fail", async () => {
  const child = spawn(process.execPath, [program(), "status", "--json"], {
    env: { PATH: process.env.PATH, DAYMARK_URL: daymark.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, stderr]).toEqual([5, ""]);
});

/** What the command writes where a person looks on: Python brings the terminal that Node can not make. */
function onScreen(env: Record<string, string>) {
  const script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
  const usual = { PATH: process.env.PATH ?? "", TERM: "xterm", DAYMARK_URL: daymark.url };
  return ended(["python3", "-c", script, process.execPath, program(), "status"], {
    env: { ...usual, ...env },
  });
}

test("status is in color on a terminal, unless NO_COLOR is set", async (context) => {
  requirePython(context);
  const colored = await onScreen({});
  expect([colored.code, colored.stdout]).toEqual([
    5,
    expect.stringContaining("Example: \u001b[31mMajor System Outage\u001b[0m"),
  ]);
  expect((await onScreen({ NO_COLOR: "1" })).stdout).not.toContain("\u001b");
});
