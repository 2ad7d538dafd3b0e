import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTerminal, type Terminal } from "../support/command-line.ts";
import { commands } from "../support/commands.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { startProxy } from "../support/proxy.ts";
import { addSubscribers } from "../support/subscribers.ts";

/** Clears the screen, sets the title, returns and breaks the line, colors by C1, and reverses what follows. */
const hostile =
  "\u001b[2J\u001b[31m\u001b]0;x\u0007\u009b31m\b\r\u2028\u0085\nFORGED\u202e\u2066\u2067\u061c\u200f";
const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|^FORGED/mu;

let daymark: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let terminal: Terminal;
let componentID: string;
let metricID: string;
let incidentID: string;
let maintenanceID: string;
let bodies: unknown[] = [];
beforeAll(async () => {
  daymark = await startDaymark();
  proxy = await startProxy(daymark.url);
  terminal = await openTerminal({
    DAYMARK_URL: proxy.url,
    DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["all"] }),
  });
  ({ componentID } = await makeComponent(daymark, { name: "API" }));
  ({ metricID } = await makeMetric(daymark, { title: "API" }));
  // Every text but IDs, which become parts of addresses, and `updatedAt`, which becomes a header.
  proxy.rewriteJSON((text) => {
    const stuffed = JSON.parse(text, (key, value) =>
      typeof value === "string" && !/ID$|^id$|^updatedAt$/.test(key) ? hostile + value + hostile : value,
    );
    bodies.push(stuffed);
    return JSON.stringify(stuffed);
  });
});
afterAll(async () => {
  await terminal.remove();
  await proxy.stop();
  await daymark.stop();
});

const fresh = { query: { fresh: "1" } } as object;
beforeEach(async () => {
  const { administrator } = daymark;
  for (const { incidentID } of await answer(administrator.incidents.$get(fresh)))
    await administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  for (const { maintenanceID } of await answer(administrator.maintenances.$get(fresh)))
    await administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  ({ incidentID } = await makeIncident(daymark, { message: "First\nsecond", components }));
  ({ maintenanceID } = await makeMaintenance(daymark, { message: "First\nsecond", components }));
  await daymark.db.prepare("DELETE FROM subscribers").run();
  await addSubscribers(daymark, [{ emailAddress: "reader@example.com", components: [componentID] }]);
  bodies = [];
});

/** The arguments by ID: no name is found among those that the proxy changes. */
function byID(name: string, args: string[]): string[] {
  // None is running that could be found without an ID.
  if (name === "maintenance complete") return [maintenanceID];
  const [group = ""] = name.split(" ");
  const ids: Record<string, string> = {
    incident: incidentID,
    maintenance: maintenanceID,
    component: componentID,
    metric: metricID,
  };
  return args.map((arg) => (arg === "API" ? (ids[group] ?? arg) : arg.replace(/^API=/, `${componentID}=`)));
}

for (const [name, args] of Object.entries(commands)) {
  test(`${name} lets no text from the server move the cursor or reorder what is shown`, async () => {
    const words = name.split(" ");
    for (const [given, env] of [
      [byID(name, args), {}],
      // Other refusals than those that quote what is there are of the server's own words.
      [args, {}],
      [args, { DAYMARK_KEY: "x".repeat(40) }],
    ] as const) {
      const { stdout, stderr } = await terminal.run([...words, ...given], { env });
      expect(`${stdout}${stderr}`).not.toBe("");
      expect(`${stdout}${stderr}`).not.toMatch(controls);
    }
  });

  test(`${name} --json prints the exact value of the answer, and nothing that a terminal obeys`, async () => {
    const { stdout } = await terminal.run([...name.split(" "), ...byID(name, args), "--json"]);
    expect(stdout).not.toMatch(controls);
    if (stdout !== "") expect(bodies).toContainEqual(JSON.parse(stdout));
    else expect(name).toMatch(/ delete$|^subscriber add$/);
  });
}
