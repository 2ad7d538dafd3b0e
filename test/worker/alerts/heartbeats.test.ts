import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReceivedAlerts } from "../../../worker/alerts/received/schema.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() =>
  daymark.db.exec(
    "DELETE FROM heartbeats; DELETE FROM received_alerts; DELETE FROM alert_progress; DELETE FROM alert_rules; DELETE FROM proposals",
  ),
);
afterAll(() => daymark.stop());

const request = async (method: string, path: string, body?: unknown) =>
  (await sendJSON(daymark, { method, path, body, headers: {} })).json as Record<string, unknown>;
const make = (fields: object = {}) =>
  request("POST", "/api/heartbeats", { name: "Backup", periodMinutes: 10, graceMinutes: 5, ...fields });
const list = async () => (await request("GET", "/api/heartbeats")) as unknown as Record<string, unknown>[];
const received = async () => (await request("GET", "/api/received-alerts")) as unknown as ReceivedAlerts[];
const tick = (minutes: number) =>
  daymark.runCron(new Date(Math.floor(Date.now() / 60_000 + minutes) * 60_000).toISOString());
const beat = async (path: unknown, method = "GET") =>
  (await daymark.fetch(String(path), { method, redirect: "manual" })).status;

test("GET, HEAD and POST say that a job is alive", async () => {
  const { path } = await make();
  expect(path).toMatch(/^\/beat\/[0-9A-Za-z]{24}$/);
  expect(await list()).toMatchObject([{ name: "Backup", lastBeatAt: null, isMissing: false }]);
  for (const method of ["GET", "HEAD", "POST"])
    expect([method, await beat(path, method)]).toEqual([method, 200]);
  expect(await list()).toMatchObject([{ lastBeatAt: expect.stringMatching(/Z$/), isMissing: false }]);
  const response = await daymark.fetch(String(path));
  expect([await response.json(), response.headers.get("Cache-Control")]).toEqual([
    { heard: true },
    "no-store",
  ]);
});

test("a missing one fires once after its period and its grace, and the next beat ends that", async () => {
  const { path, heartbeatID } = await make();
  await tick(60);
  expect(await received()).toEqual([]); // it was never heard, so its job may not run yet
  await beat(path);
  await tick(14);
  expect(await received()).toEqual([]);
  await tick(17);
  await tick(30);
  expect(await received()).toMatchObject([
    {
      source: "heartbeat",
      alerts: [
        { key: heartbeatID, state: "firing", title: "Backup is not heard", labels: { heartbeat: "Backup" } },
      ],
    },
  ]);
  expect(await list()).toMatchObject([{ isMissing: true }]);
  await beat(path);
  await beat(path);
  expect((await received()).map(({ alerts }) => alerts[0]?.state)).toEqual(["resolved", "firing"]);
  expect(await list()).toMatchObject([{ isMissing: false }]);
});

test("a rule proposes an incident for a missing heartbeat", async () => {
  const { path } = await make();
  await request("POST", "/api/alert-rules", {
    name: "Backups",
    source: "heartbeat",
    labels: [{ name: "heartbeat", value: "Back*" }],
    holdMinutes: 0,
  });
  await beat(path);
  await tick(16);
  await tick(17);
  expect(await answer(daymark.administrator.proposals.$get())).toMatchObject([
    { createdBy: { kind: "rule", name: "Backups" } },
  ]);
});

test("another period counts from the last beat, and a deleted heartbeat has no address", async () => {
  const { path, heartbeatID } = await make();
  await beat(path);
  await request("PATCH", `/api/heartbeats/${heartbeatID}`, { periodMinutes: 60 });
  await tick(20);
  expect(await received()).toEqual([]);
  await tick(66);
  expect(await received()).toHaveLength(1);
  await request("DELETE", `/api/heartbeats/${heartbeatID}`);
  expect(await beat(path)).toBe(404);
});

test("a paused heartbeat is never missing, and has a whole period once it goes on", async () => {
  const { path, heartbeatID } = await make();
  const change = (fields: object) => request("PATCH", `/api/heartbeats/${heartbeatID}`, fields);
  expect(await change({ isPaused: true })).toMatchObject({ isPaused: true });
  await beat(path);
  await tick(60);
  expect(await received()).toEqual([]);
  expect(await list()).toMatchObject([{ isMissing: false, lastBeatAt: expect.stringMatching(/Z$/) }]);
  await daymark.db.exec("UPDATE heartbeats SET last_beat_at = '2026-01-01T00:00:00.000Z'");
  await change({ isPaused: false, periodMinutes: 20 });
  await change({ name: "Nightly backup", isPaused: false });
  await tick(24);
  expect(await received()).toEqual([]);
  await tick(26);
  expect(await received()).toMatchObject([{ alerts: [{ title: "Nightly backup is not heard" }] }]);
});

test("a source that has to be heard is missing when it sends nothing, and its next message ends that", async () => {
  const { heartbeatID } = await make({ name: "Alertmanager", source: "uptime-kuma" });
  const { path } = await make({ name: "Backup", periodMinutes: 1000 });
  const key = await makeApiKey(daymark, { scopes: ["alerts"] });
  const send = async (source: string, body: object) => {
    const headers = { "x-api-key": key };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await daymark.fetch(`/api/v0/alerts/${source}`, init)).status;
  };
  const alert = { key: "a", state: "firing" };
  expect(await send("generic", alert)).toBe(202); // which is another source
  await tick(60);
  expect(await list()).toMatchObject([{ lastBeatAt: null, isMissing: false }, { lastBeatAt: null }]);
  expect(await send("uptime-kuma", { heartbeat: null, monitor: null })).toBe(202); // a message without an alert counts, too
  await beat(path);
  await tick(16);
  expect(await list()).toMatchObject([{ isMissing: true }, { isMissing: false }]);
  const labels = { heartbeat: "Alertmanager", source: "uptime-kuma" };
  expect((await received())[0]).toMatchObject({
    source: "heartbeat",
    alerts: [{ key: heartbeatID, state: "firing", title: "Alertmanager is not heard", labels }],
  });
  expect(await send("uptime-kuma", { event: 1 })).toBe(202);
  expect(await list()).toMatchObject([{ isMissing: false }, { isMissing: false }]);
  expect((await received())[0]).toMatchObject({ alerts: [{ key: heartbeatID, state: "resolved", labels }] });
  expect(await request("PATCH", `/api/heartbeats/${heartbeatID}`, { source: null })).toMatchObject({
    source: null,
  });
  await tick(32);
  expect(await list()).toMatchObject([{ isMissing: true }, { isMissing: false }]);
  await send("uptime-kuma", {});
  expect(await list()).toMatchObject([{ isMissing: true }, { isMissing: false }]);
});

test("pausing or deleting a missing heartbeat ends its alert", async () => {
  const { path, heartbeatID } = await make();
  const titles = async () => (await received()).map(({ alerts: [alert] }) => [alert?.state, alert?.title]);
  await beat(path);
  await tick(16);
  await request("PATCH", `/api/heartbeats/${heartbeatID}`, { isPaused: true });
  await request("PATCH", `/api/heartbeats/${heartbeatID}`, { isPaused: true });
  expect(await titles()).toEqual([
    ["resolved", "Backup is paused"],
    ["firing", "Backup is not heard"],
  ]);
  await request("PATCH", `/api/heartbeats/${heartbeatID}`, { isPaused: false });
  await tick(17);
  await request("DELETE", `/api/heartbeats/${heartbeatID}`);
  expect((await titles()).slice(0, 2)).toEqual([
    ["resolved", "Backup is deleted"],
    ["firing", "Backup is not heard"],
  ]);
});

test("a stranger learns nothing, nobody can send alerts as a heartbeat, and no log has the address", async () => {
  const { path } = await make();
  await beat(path, "POST");
  for (const unknown of ["/beat/", "/beat/x", `/beat/${"a".repeat(24)}`, `${path}x`, "/beat/%00"])
    expect([unknown, await beat(unknown)]).toEqual([unknown, 404]);
  expect((await daymark.fetch("/api/heartbeats")).status).toBe(401);
  const key = await makeApiKey(daymark, { scopes: ["alerts"] });
  const sent = await daymark.fetch("/api/v0/alerts/heartbeat", {
    method: "POST",
    headers: { "x-api-key": key },
    body: "{}",
  });
  expect(sent.status).toBe(404);
  expect(daymark.logs.join("")).not.toContain(String(path).split("/").at(-1));
});
