import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backUp } from "../../support/deploy/backup.ts";
import { cliCommands } from "../../support/deploy/cli-commands.ts";
import { hostileText, terminalControls } from "../../support/deploy/terminal-controls.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  makeTemplate,
} from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { startProxy } from "../../support/starters/proxy.ts";

let daymark: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let terminal: Terminal;
let componentID: string;
let groupID: string;
let metricID: string;
let incidentID: string;
let maintenanceID: string;
let templateID: string;
let proposalID: string;
let restore: () => Promise<void>;
let bodies: unknown[] = [];
beforeAll(async () => {
  daymark = await startDaymark();
  proxy = await startProxy(daymark.url);
  terminal = await openTerminal({
    DAYMARK_URL: proxy.url,
    DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["all"] }),
    PATH: "", // so that doctor finds no npm
  });
  await makeContent();
  // Restoring it by one batch is ten times as fast as making it again.
  restore = await backUp(daymark.db);
  // IDs stay, because they become parts of URLs, and so does `updatedAt`, which becomes a header.
  proxy.rewriteJSON((text) => {
    const body = JSON.parse(text, (key, value) =>
      typeof value === "string" && !/ID$|^id$|^updatedAt$/.test(key)
        ? hostileText + value + hostileText
        : value,
    );
    bodies.push(body);
    return JSON.stringify(body);
  });
});
afterAll(async () => {
  await terminal.remove();
  await proxy.stop();
  await daymark.stop();
});

beforeEach(async () => {
  await restore();
  bodies = [];
});

async function makeContent(): Promise<void> {
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  ({ metricID } = await makeMetric(daymark, { title: "API" }));
  const components = [{ componentID, status: "Under Maintenance" as const }];
  ({ incidentID } = await makeIncident(daymark, { message: "First\nsecond", components }));
  ({ maintenanceID } = await makeMaintenance(daymark, { message: "First\nsecond", components }));
  ({ groupID } = await makeGroup(daymark, { name: "Platform" }));
  ({ templateID } = await makeTemplate(daymark));
  ({ proposalID } = await makeProposal(daymark));
  await addSubscribers(daymark, [{ emailAddress: "reader@example.com", components: [componentID] }]);
}

/** Replaces names by IDs in the arguments, because the proxy changes all names. */
function withIDs(name: string, args: string[]): string[] {
  // No maintenance is in progress, so the command needs an ID.
  if (name === "maintenance complete") return [maintenanceID];
  const [group = ""] = name.split(" ");
  const ids: Record<string, string> = {
    incident: incidentID,
    maintenance: maintenanceID,
    component: componentID,
    metric: metricID,
    template: templateID,
    proposal: proposalID,
  };
  return args.map((arg) => {
    if (arg === "Platform" && name !== "group create") return groupID;
    return ["API", "Outage", "Alarm"].includes(arg)
      ? (ids[group] ?? arg)
      : arg.replace(/^API=/, `${componentID}=`);
  });
}

for (const [name, args] of Object.entries(cliCommands)) {
  test(`${name} prints no control characters from the server's text`, async () => {
    const words = name.split(" ");
    for (const [input, env] of [
      [withIDs(name, args), {}],
      // A name that isn't found causes an error that quotes the existing names.
      [args, {}],
      [args, { DAYMARK_KEY: "x".repeat(40) }],
    ] as const) {
      const { stdout, stderr } = await terminal.run([...words, ...input], { env });
      expect(`${stdout}${stderr}`).not.toBe("");
      expect(`${stdout}${stderr}`).not.toMatch(terminalControls);
    }
  });

  test(`${name} --json prints exactly the response body, without control characters`, async () => {
    const { stdout } = await terminal.run([...name.split(" "), ...withIDs(name, args), "--json"]);
    expect(stdout).not.toMatch(terminalControls);
    // The first three checks are the command's own.
    if (name === "doctor")
      expect(bodies).toContainEqual(expect.objectContaining({ checks: JSON.parse(stdout).checks.slice(3) }));
    else if (stdout !== "") expect(bodies).toContainEqual(JSON.parse(stdout));
    else expect(name).toMatch(/ delete$| discard$|^subscriber add$/);
  });
}
