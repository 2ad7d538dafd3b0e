import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeTeamChannel,
} from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let archiveKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
  archiveKey = await makeApiKey(daymark, { name: "Backup", scopes: ["archive"] });
});
afterAll(() => daymark?.stop());

async function read<T>(path: string): Promise<T> {
  const response = await daymark.fetch(path, { headers: { Authorization: await daymark.token() } });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

const send = (method: string, path: string, body?: object) => sendJSON(daymark, { method, path, body });

/** A minute that is `minutes` from now, or from the next full hour if that is near: the cron has no hourly work in it. */
function minuteFromNow(minutes: number): string {
  const now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  if (now.getUTCMinutes() >= 50) now.setUTCHours(now.getUTCHours() + 1, 0);
  return new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
}

const entries = (query = "") => read<AuditEntry[]>(`/api/audit${query}`);

test("a write is in the log with who did it, and only the fields that it changed", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search", description: "Finds" });
  const param = { componentID };
  await answer(
    daymark.administrator.components[":componentID"].$patch({
      param,
      json: { name: "Finder", description: "Finds" },
    }),
  );
  await daymark.administrator.components[":componentID"].$delete({ param });
  const [deleted, changed, created] = await entries(`?item=${componentID}`);
  expect(created).toMatchObject({
    kind: "component",
    action: "created",
    itemID: componentID,
    itemName: "Search",
    before: {},
    actor: { kind: "administrator", name: "admin@example.com" },
    after: { name: "Search", description: "Finds", status: "Operational" },
  });
  expect(created?.requestID).not.toBe("");
  expect(changed).toMatchObject({ action: "changed", before: { name: "Search" }, after: { name: "Finder" } });
  expect(Object.keys(changed?.after ?? {})).toEqual(["name"]);
  expect(deleted).toMatchObject({ action: "deleted", itemName: "Finder", after: {} });
  expect(deleted?.before).toMatchObject({ name: "Finder" });
});

test("an incident is in the log with what it says, and so are the components whose status it changed", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { componentID: other } = await makeComponent(daymark, { name: "Web" });
  const components = [
    { componentID, status: "Major Outage" as const },
    { componentID: other, status: "Operational" as const },
  ];
  const { incidentID } = await makeIncident(daymark, { message: "Errors.", components });
  const [opened] = await entries(`?item=${incidentID}`);
  expect(opened).toMatchObject({
    kind: "incident",
    action: "created",
    before: {},
    after: {
      status: "Investigating",
      message: "Errors.",
      components: ["API: Major Outage", "Web: Operational"],
    },
  });
  const [byIncident] = await entries(`?item=${componentID}`);
  expect(byIncident).toMatchObject({
    kind: "component",
    action: "changed",
    requestID: opened?.requestID,
    before: { status: "Operational" },
    after: { status: "Major Outage" },
  });
  expect(await entries(`?item=${other}`)).toHaveLength(1);

  const json = { status: "Resolved", message: "Mended.", restoreComponents: true } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const [resolved] = await entries(`?item=${incidentID}`);
  expect(resolved).toMatchObject({
    before: { status: "Investigating", message: "Errors.", updates: 1 },
    after: { status: "Resolved", message: "Mended.", updates: 2 },
  });
  expect((await entries(`?item=${componentID}`))[0]?.after).toEqual({ status: "Operational" });
});

test("a change of one update says what that update said before", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark, { message: "Eroors." });
  const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
  await answer(
    daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
      param: { incidentID, incidentUpdateID },
      json: { message: "Errors." },
    }),
  );
  expect((await entries(`?item=${incidentID}`))[0]).toMatchObject({
    action: "changed",
    noticeUpdateID: incidentUpdateID,
    before: { updateMessage: "Eroors.", message: "Eroors." },
    after: { updateMessage: "Errors.", message: "Errors." },
  });
});

test("what was undone stays in the log, with the undo", async () => {
  const headers = {
    Authorization: await daymark.token(),
    Prefer: "undo",
    "Idempotency-Key": crypto.randomUUID(),
  };
  const { componentID } = await makeComponent(daymark);
  const body = JSON.stringify({
    name: "By mistake",
    status: "Investigating",
    components: [{ componentID, status: "Major Outage" }],
  });
  const response = await daymark.fetch("/api/incidents", { method: "POST", headers, body });
  const { incidentID } = (await response.json()) as { incidentID: string };
  const path = response.headers.get("Undo") ?? "";
  const undo = await send("POST", path, {});
  expect(undo.status).toBe(200);
  const found = await entries(`?item=${incidentID}`);
  expect(found.map(({ kind, action, itemName }) => [kind, action, itemName])).toEqual([
    ["incident", "undone", "By mistake"],
    ["incident", "created", "By mistake"],
  ]);
  expect((await entries(`?item=${componentID}`)).map(({ after }) => after.status)).toEqual([
    ...["Operational", "Major Outage", "Operational"],
  ]);
});

test("the schedule's and an API key's writes name them", async () => {
  const [startAt, endAt] = [minuteFromNow(1), minuteFromNow(2)];
  const { maintenanceID } = await makeMaintenance(daymark, { startAt, endAt });
  await daymark.runCron(startAt);
  await daymark.runCron(endAt);
  const found = await entries(`?item=${maintenanceID}`);
  expect(found.map(({ actor, action }) => `${actor.kind} ${action}`)).toEqual([
    ...["schedule completed", "schedule started", "administrator created"],
  ]);
  const key = await makeApiKey(daymark, { name: "Monitoring" });
  await daymark.fetch("/api/v0/components", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ name: "By script" }),
  });
  const [byKey] = await entries("?actor=monitor");
  expect(await entries(`?actor=${"x".repeat(200)}`)).toEqual([]);
  expect(byKey).toMatchObject({ actor: { kind: "API key", name: "Monitoring" }, itemName: "By script" });
});

test("a refused write, and one that changes nothing, has no entry", async () => {
  const { componentID } = await makeComponent(daymark);
  const before = await entries();
  const stale = await daymark.fetch(`/api/components/${componentID}`, {
    method: "PATCH",
    headers: { Authorization: await daymark.token(), "If-Match": '"old"' },
    body: JSON.stringify({ name: "Late" }),
  });
  expect(stale.status).toBe(409);
  await send("PATCH", `/api/components/${componentID}`, { name: "API" });
  await send("DELETE", "/api/components/000000000000");
  expect(await entries()).toEqual(before);
});

test("a bulk change has an entry for each component that it changed", async () => {
  const ids = [await makeComponent(daymark), await makeComponent(daymark)].map(
    ({ componentID }) => componentID,
  );
  const components = ids.map((componentID) => ({ componentID, status: "Partial Outage" }));
  await send("PATCH", "/api/components", { components });
  for (const id of ids)
    expect((await entries(`?item=${id}`))[0]?.after).toEqual({ status: "Partial Outage" });
});

test("secrets and addresses are cut", async () => {
  const secret = "xoxb-secret-part";
  await makeTeamChannel(daymark, { address: `https://hooks.slack.com/services/T1/B1/${secret}` });
  await daymark.db.exec("UPDATE settings SET turnstile_secret = 'old-secret-part'");
  await answer(
    daymark.administrator.settings.$patch({
      json: { emailNotification: { sourceEmailAddress: "secret-part@example.com" }, serviceName: "Acme" },
    }),
  );
  const key = await makeApiKey(daymark, { name: "Secret keeper" });
  const erased = await send("POST", "/api/subscribers/erase", {
    emailAddress: "secret-part@example.com",
  });
  expect(erased.status).toBe(200);
  const { results } = await daymark.db.prepare("SELECT * FROM audit_entries").all();
  const text = JSON.stringify(results);
  expect(text).not.toContain("secret-part");
  expect(text).not.toContain(key);
  const [changed] = await entries("?kind=settings");
  expect(changed?.after).toMatchObject({ serviceName: "Acme", sourceEmailAddress: "(private)" });
  expect(await entries("?kind=subscriber")).toMatchObject([
    { action: "erased", itemID: "", before: {}, after: {} },
  ]);
  expect(await entries("?kind=channel")).toMatchObject([{ action: "created", itemName: "Operations" }]);
});

test("who looked for a subscriber is in the log, and not whom they looked for", async () => {
  const key = await makeApiKey(daymark, { name: "Support", scopes: ["all"] });
  const json = { emailAddress: "looked-for@example.com" };
  await answer(daymark.administrator.subscribers.find.$post({ json }));
  const headers = { "x-api-key": key };
  const body = JSON.stringify(json);
  const path = "/api/v0/subscribers/find";
  expect((await daymark.fetch(path, { method: "POST", headers, body })).status).toBe(200);
  expect(await entries("?action=found")).toMatchObject([
    { kind: "subscriber", itemID: "", itemName: "", before: {}, after: {}, actor: { name: "Support" } },
    { kind: "subscriber", itemID: "", itemName: "", before: {}, after: {}, actor: { kind: "administrator" } },
  ]);
});

test("long texts and lists are shortened, and a change behind the cut still has an entry", async () => {
  const message = "x".repeat(20_000);
  const { incidentID } = await makeIncident(daymark, { message });
  const json = { message: `${message.slice(1)}y` };
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const [changed] = await entries(`?item=${incidentID}`);
  expect(String(changed?.after.message)).toHaveLength(1001);
  expect(changed?.after.message).toBe(changed?.before.message);
});

test("the list has filters, and pages that miss nothing", async () => {
  const all: AuditEntry[] = [];
  let path: string | undefined = "/api/audit?limit=7";
  while (path !== undefined) {
    const response: Response = await daymark.fetch(path, {
      headers: { Authorization: await daymark.token() },
    });
    all.push(...((await response.json()) as AuditEntry[]));
    path = /<(.*?)>/.exec(response.headers.get("Link") ?? "")?.[1];
  }
  const { results } = await daymark.db
    .prepare("SELECT seq FROM audit_entries ORDER BY at DESC, seq DESC")
    .all<{ seq: number }>();
  expect(all.map(({ seq }) => seq)).toEqual(results.map(({ seq }) => seq));
  const created = await entries("?kind=component&action=created&limit=100");
  expect(created.map(({ seq }) => seq)).toEqual(
    all.filter(({ kind, action }) => kind === "component" && action === "created").map(({ seq }) => seq),
  );
  const middle = all[Math.floor(all.length / 2)]?.at ?? "";
  const [from, to] = [await entries(`?from=${middle}&limit=100`), await entries(`?to=${middle}&limit=100`)];
  expect(from.length + to.length).toBe(all.length);
  expect(from.every(({ at }) => at >= middle) && to.every(({ at }) => at < middle)).toBe(true);
});

test("API keys need the scope archive, and visitors get nothing", async () => {
  const all = await makeApiKey(daymark);
  const statusFor = async (path: string, headers: Record<string, string>) =>
    (await daymark.fetch(path, { headers })).status;
  for (const path of ["/api/v0/audit"]) {
    expect(await statusFor(path, { "x-api-key": archiveKey })).toBe(200);
    expect(await statusFor(path, { "x-api-key": all })).toBe(403);
  }
  expect(await statusFor("/api/audit", {})).toBe(401);
});

async function readAll(): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  let path: string | undefined = "/api/audit?limit=100";
  while (path !== undefined) {
    const response: Response = await daymark.fetch(path, {
      headers: { Authorization: await daymark.token() },
    });
    found.push(...((await response.json()) as AuditEntry[]));
    path = /<(.*?)>/.exec(response.headers.get("Link") ?? "")?.[1];
  }
  return found;
}

test("the database refuses to change, replace or delete an entry", async () => {
  const before = await readAll();
  for (const statement of [
    "UPDATE audit_entries SET actor_name = 'nobody' WHERE seq = 2",
    "DELETE FROM audit_entries WHERE seq = 2",
    "INSERT OR REPLACE INTO audit_entries SELECT seq, at, actor, 'nobody', kind, action, item_id, item_name, notice_update_id, request_id, before, after FROM audit_entries WHERE seq = 2",
  ])
    await expect(daymark.db.exec(statement)).rejects.toThrow("audit log cannot be");
  expect(await readAll()).toEqual(before);
});

test("an open entry can be completed once or removed, and changed in no other way", async () => {
  const openEntry = async () => {
    const row = await daymark.db
      .prepare(
        "INSERT INTO audit_entries (at, actor, actor_name, kind, action, item_id, item_name, request_id) SELECT at, actor, actor_name, kind, action, item_id, '', 'open' FROM audit_entries WHERE seq = 2 RETURNING seq",
      )
      .first<{ seq: number }>();
    return row?.seq;
  };
  const [removed, open] = [await openEntry(), await openEntry()];
  const complete = `UPDATE audit_entries SET item_name = 'API', before = '{}', after = '{"name":"API"}'`;
  const before = await readAll();
  for (const statement of [
    `${complete}, actor_name = 'nobody' WHERE seq = ${open}`,
    `UPDATE audit_entries SET item_name = 'API', before = '{}' WHERE seq = ${open}`,
    `UPDATE audit_entries SET item_name = 'API', after = '{}' WHERE seq = ${open}`,
    `UPDATE OR REPLACE audit_entries SET seq = 2, before = '{}', after = '{}' WHERE seq = ${open}`,
    `INSERT OR REPLACE INTO audit_entries SELECT seq, at, actor, 'nobody', kind, action, item_id, item_name, notice_update_id, request_id, before, after FROM audit_entries WHERE seq = ${open}`,
  ])
    await expect(daymark.db.exec(statement)).rejects.toThrow("audit log cannot be");
  expect(await readAll()).toEqual(before);
  await daymark.db.exec(`${complete} WHERE seq = ${open}`);
  await daymark.db.exec(`DELETE FROM audit_entries WHERE seq = ${removed}`);
  for (const statement of [
    `${complete} WHERE seq = ${open}`,
    `UPDATE audit_entries SET before = NULL, after = NULL WHERE seq = ${open}`,
    `DELETE FROM audit_entries WHERE seq = ${open}`,
  ])
    await expect(daymark.db.exec(statement)).rejects.toThrow("audit log cannot be");
  expect((await readAll()).find(({ seq }) => seq === open)?.after).toEqual({ name: "API" });
});

test("if the Worker is interrupted after a write, the log has who did what, without the changed fields", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const Authorization = await daymark.token();
  const interrupt = async (name: string, now: number) => {
    const components = [{ componentID, status: "Major Outage" }];
    const response = await daymark.fetch("/api/incidents", {
      method: "POST",
      headers: { Authorization, "x-test-break-d1": "after-write", "x-test-now": isoTime(now) },
      body: JSON.stringify({ name, status: "Investigating", components }),
    });
    expect(response.status).toBe(503);
    const incidents = await answer(daymark.visitor.incidents.$get({ query: {} }));
    return incidents.find((each) => each.name === name)?.incidentID ?? "";
  };
  // A young entry can still be completed or removed.
  expect(await entries(`?item=${await interrupt("Payments fail", Date.now())}`)).toEqual([]);
  const incidentID = await interrupt("Search fails", Date.now() - 45 * SECOND_MS);
  expect(await entries(`?item=${incidentID}`)).toMatchObject([
    { action: "created", actor: { name: "admin@example.com" }, itemName: "", before: {}, after: {} },
  ]);
  expect(await entries(`?item=${componentID}`)).toHaveLength(1);
  await send("PATCH", `/api/incidents/${incidentID}`, { name: "API is slow" });
  expect((await entries(`?item=${incidentID}`))[0]).toMatchObject({
    before: { name: "Search fails" },
    after: { name: "API is slow" },
  });
});

test("what a write changed is recorded again if that fails, and the write is answered meanwhile", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const response = await daymark.fetch(`/api/components/${componentID}`, {
    method: "PATCH",
    headers: { Authorization: await daymark.token(), "x-test-break-audit": "1" },
    body: JSON.stringify({ name: "Renamed" }),
  });
  expect(response.status).toBe(200);
  const newest = async () => (await entries(`?item=${componentID}`))[0];
  await expect
    .poll(newest)
    .toMatchObject({ itemName: "Renamed", before: { name: "API" }, after: { name: "Renamed" } });
});

/** In the first minute of an hour, which is when the cron deletes old entries. */
async function runHourlyCron() {
  const hour = new Date(Date.now() + HOUR_MS);
  hour.setUTCMinutes(0, 0, 0);
  await daymark.runCron(hour.toISOString());
}

async function setAge(days: number, seqs: string) {
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days')`;
  await daymark.db.exec(`UPDATE audit_entries SET at = ${at} WHERE seq ${seqs}`);
}

test("entries that are older than the settings say are deleted, never younger ones", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { auditDays: 31 } }));
  await daymark.db.exec("DROP TRIGGER audit_entries_unchanged");
  await setAge(40, "<= 3");
  // Entry 6 was written while a clock was wrong.
  await setAge(100, "= 6");
  const young = (await readAll()).filter(({ seq }) => seq > 3);
  for (let runs = 0; runs < 2; runs += 1) {
    await runHourlyCron();
    expect(await readAll()).toEqual(young);
  }
});
