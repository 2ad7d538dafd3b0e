import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../support/starters/daymark.ts";

const pageURL = "https://status.example.com";
let daymark: Daymark;
let terminal: Terminal;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: pageURL } });
  terminal = await openTerminal({ DAYMARK_URL: daymark.url });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Example" } }));
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  await makeComponent(daymark, { name: "データベース" });
});
afterAll(async () => {
  await terminal.remove();
  await daymark.stop();
});

test("status exits with 0 while all components are operational", async () => {
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

test("status lists open incidents and maintenances, and exits with 5 during an outage", async () => {
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "API is\tdown", components });
  const { maintenanceID } = await makeMaintenance(daymark);
  const stdout = `Example: Major System Outage

Components
  ● Major Outage  API
  ● Operational   データベース

Open incidents
  ● Investigating  API is down  ${pageURL}/incidents/${incidentID}

Maintenance
  ● Scheduled  Moving house  2030-01-01 10:00 to 2030-01-01 12:00 UTC  ${pageURL}/maintenances/${maintenanceID}
`;
  await expect.poll(() => terminal.run(["status"])).toEqual({ code: 5, stdout, stderr: "" });

  const summary = await (await daymark.fetch("/api/v2/summary.json")).json();
  const jsonOutput = await terminal.run(["status", "--json"]);
  expect([jsonOutput.code, JSON.parse(jsonOutput.stdout)]).toEqual([5, summary]);
});
