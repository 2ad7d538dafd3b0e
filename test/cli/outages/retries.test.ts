import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contentOf } from "../../support/factories/content.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { type Fault, startProxy } from "../../support/starters/proxy.ts";

let daymark: Daymark;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let terminal: Terminal;
beforeAll(async () => {
  daymark = await startDaymark();
  proxy = await startProxy(daymark.url);
});
afterAll(async () => {
  await proxy.stop();
  await daymark.stop();
});
beforeEach(async () => {
  await daymark.reset();
  terminal = await openTerminal({ DAYMARK_URL: proxy.url, DAYMARK_KEY: await makeApiKey(daymark) });
  proxy.requests();
});
afterEach(async () => {
  proxy.failNext();
  await terminal.remove();
});

const { incidents, maintenances, components } = contentOf(() => daymark);
const requestsWith = (method: string) => proxy.requests().filter((request) => request.method === method);

const faults: [string, Omit<Fault, "method">][] = [
  ["a 503 without an effect", { reachesTarget: false, answer: 503 }],
  ["a 503 after the change was stored", { reachesTarget: true, answer: 503 }],
  ["a connection closed before the request arrived", { reachesTarget: false, answer: "lost" }],
  ["a connection closed after the change was stored", { reachesTarget: true, answer: "lost" }],
];

for (const [name, fault] of faults) {
  test(`after ${name}, an incident is opened once`, async () => {
    proxy.failNext({ method: "POST", ...fault });
    const { code, stderr } = await terminal.run(["incident", "open", "API is down"]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/ Trying again\.\n$/)]);
    expect(await incidents()).toHaveLength(1);
    const keys = requestsWith("POST").map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    // Another command sends another key.
    await terminal.run(["incident", "open", "API is down"]);
    expect(requestsWith("POST").map(({ idempotencyKey }) => idempotencyKey === keys[0])).toEqual([false]);
    expect(await incidents()).toHaveLength(2);
  });

  test(`after ${name}, an update is appended once`, async () => {
    await makeIncident(daymark, { message: "The same words." });
    proxy.failNext({ method: "PATCH", ...fault });
    const args = ["incident", "update", "-s", "identified", "-m", "The same words.", "--json"];
    const { code, stdout } = await terminal.run(args);
    expect(code).toBe(0);
    const [incident] = await incidents();
    expect(JSON.parse(stdout)).toEqual(incident);
    expect(incident?.incidentUpdates.map(({ incidentStatus }) => incidentStatus)).toEqual([
      "Identified",
      "Investigating",
    ]);
    expect(requestsWith("PATCH")).toHaveLength(2);
  });

  test(`after ${name}, a maintenance is started, a component set and an incident deleted once`, async () => {
    const { componentID } = await makeComponent(daymark, { name: "API" });
    await makeMaintenance(daymark, {
      components: [{ componentID, status: "Under Maintenance" }],
    });
    const { incidentID } = await makeIncident(daymark);
    for (const [method, args] of [
      ["PATCH", ["maintenance", "start"]],
      ["PATCH", ["component", "set", "API", "partial"]],
      ["DELETE", ["incident", "delete", incidentID]],
    ] as const) {
      proxy.failNext({ method, ...fault });
      expect({ args, ...(await terminal.run([...args])) }).toMatchObject({ args, code: 0 });
      expect(requestsWith(method)).toHaveLength(2);
    }
    const [maintenance] = await maintenances();
    expect([maintenance?.status, maintenance?.maintenanceUpdates.length]).toEqual(["In Progress", 2]);
    expect((await components()).map(({ status }) => status)).toEqual(["Partial Outage"]);
    expect(await incidents()).toEqual([]);
  });
}

test("a change whose first try got a 503 is made once, and someone else's change of the item stays", async () => {
  const { incidentID } = await makeIncident(daymark);
  const rename = () =>
    answer(
      daymark.administrator.incidents[":incidentID"].$patch({
        param: { incidentID },
        json: { name: "Renamed" },
      }),
    );
  proxy.failNext({ method: "PATCH", reachesTarget: false, answer: 503, beforeResponse: rename });
  expect((await terminal.run(["incident", "update", "-m", "Still."])).code).toBe(0);
  const [incident] = await incidents();
  expect([incident?.name, incident?.incidentUpdates.length]).toEqual(["Renamed", 2]);
});

test("a change that was stored, but whose response was lost, isn't made again if someone else changed the item since", async () => {
  const { incidentID } = await makeIncident(daymark);
  const rename = () =>
    answer(
      daymark.administrator.incidents[":incidentID"].$patch({
        param: { incidentID },
        json: { name: "Renamed" },
      }),
    );
  proxy.failNext({ method: "PATCH", reachesTarget: true, answer: "lost", beforeResponse: rename });
  expect((await terminal.run(["incident", "update", "-m", "Still."])).code).toBe(0);
  const [incident] = await incidents();
  expect([incident?.name, incident?.incidentUpdates.length]).toEqual(["Renamed", 2]);
});

test("a command retries if someone else changes the item between its read and its write", async () => {
  const { incidentID } = await makeIncident(daymark);
  const { componentID } = await makeComponent(daymark, { name: "API" });
  let isRenamed = false;
  // The proxy makes the command read a stale updatedAt once.
  proxy.rewriteJSON((text) => {
    if (isRenamed || !text.includes(incidentID)) return text;
    isRenamed = true;
    return text.replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":"2020-01-01T00:00:00.000Z"');
  });
  expect(await terminal.run(["incident", "update", "-m", "Still."])).toMatchObject({ code: 0, stderr: "" });
  proxy.rewriteJSON((text) => text);
  expect(requestsWith("PATCH").map(({ status }) => status)).toEqual([409, 200]);
  expect((await incidents())[0]?.incidentUpdates).toHaveLength(2);
  expect(componentID).not.toBe("");
});

test("a busy server gets five requests, and the error says that the change may have been stored", async () => {
  const busy: Fault = { method: "POST", reachesTarget: false, answer: 503 };
  proxy.failNext(busy, { ...busy }, { ...busy }, { ...busy }, { ...busy }, { ...busy });
  const { code, stderr } = await terminal.run(["incident", "open", "API is down"]);
  expect(code).toBe(1);
  expect(stderr.match(/Trying again\.\n/g)).toHaveLength(4);
  expect(stderr).toMatch(/ The change may have been stored anyway\.\n$/);
  expect(requestsWith("POST")).toHaveLength(5);
  expect(await incidents()).toEqual([]);
});
