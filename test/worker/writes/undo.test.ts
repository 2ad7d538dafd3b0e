import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS, isoTime, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { readTables, schemaOf } from "../../support/factories/filled-tables.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { countWaiting } from "../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let schema: Awaited<ReturnType<typeof schemaOf>>;
beforeAll(async () => {
  daymark = await startDaymark();
  schema = await schemaOf(daymark.db);
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(3));
});
afterAll(() => daymark.stop());

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? {} : JSON.parse(text),
    undo: response.headers.get("Undo"),
  };
}

let writtenAt = "";
async function undoable(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const written = await send(method, path, body, { Prefer: "undo", ...headers });
  writtenAt = isoTime(Date.now());
  return written;
}
/** Undoes the newest write as if no time had passed, because a busy machine can take more than the ten seconds. */
const undo = (path: string | null, headers: Record<string, string> = {}) =>
  send("POST", path ?? "", undefined, { "x-test-now": writtenAt, ...headers });

const waitUntilSent = () => expect.poll(() => countWaiting(daymark)).toBe(0);

/** All rows except for versions and the audit log, and the order of updates that have the same time. */
async function readContent() {
  const {
    content_version: _,
    idempotency_keys: __,
    audit_entries: ___,
    ...tables
  } = await readTables(daymark.db, schema);
  const { results } = await daymark.db
    .prepare("SELECT rowid, notice_update_id FROM notice_updates ORDER BY rowid")
    .all();
  return { ...tables, rowIDs: results };
}

async function makeFixtures() {
  const [{ componentID: api }, { componentID: web }] = [
    await makeComponent(daymark, { name: "API" }),
    await makeComponent(daymark, { name: "Web", status: "Degraded Performance" }),
  ];
  const both = [
    { componentID: api, status: "Partial Outage" as const },
    { componentID: web, status: "Major Outage" as const },
  ];
  const { incidentID } = await makeIncident(daymark, {
    components: both,
    notifySubscribers: false,
    createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  });
  await makeIncident(daymark, {
    components: [{ componentID: api, status: "Degraded Performance" }],
    notifySubscribers: false,
  });
  const { maintenanceID } = await makeMaintenance(daymark, {
    notifySubscribers: false,
    status: "In Progress",
    components: [{ componentID: web, status: "Under Maintenance" }],
  });
  const planned = await makeMaintenance(daymark, {
    components: [{ componentID: web, status: "Under Maintenance" }],
    notifySubscribers: false,
  });
  const resolved = await makeIncident(daymark, { status: "Resolved", notifySubscribers: false });
  const writeUp = { body: 'What happened.\n\nAnd "why".', state: "Published" };
  await send("PATCH", `/api/incidents/${resolved.incidentID}/postmortem`, writeUp);
  const { componentID: flapping } = await makeComponent(daymark, { name: "Flaps" });
  await daymark.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 60 UNION ALL SELECT i - 1 FROM n WHERE i > 1)
        INSERT INTO status_changes (component_id, status, at, cause)
        SELECT ?, iif(i % 2, 'Operational', 'Major Outage'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now', -i || ' seconds'), 'administrator' FROM n`,
    )
    .bind(flapping)
    .run();
  // A second update of the same time.
  const { incidentUpdates } = await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { message: "We found it.", status: "Identified", notifySubscribers: false },
    }),
  );
  const [newest, oldest] = incidentUpdates.map(({ incidentUpdateID }) => incidentUpdateID);
  const updates = `/api/incidents/${incidentID}/incidentupdates`;
  await send("PATCH", `${updates}/${oldest}`, { createdAt: incidentUpdates[0]?.createdAt });
  return {
    api,
    web,
    both,
    flapping,
    incident: `/api/incidents/${incidentID}`,
    planned: planned.maintenanceID,
    resolved: `/api/incidents/${resolved.incidentID}`,
    maintenance: `/api/maintenances/${maintenanceID}`,
    updates,
    newest,
    oldest,
  };
}

const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

type Fixtures = Awaited<ReturnType<typeof makeFixtures>>;
type Write = [method: string, path: string, body?: object];

/** Every write of a notice that the console makes. */
const writes: Record<string, (fixtures: Fixtures) => Write> = {
  "creating an incident": ({ both }) => [
    "POST",
    "/api/incidents",
    { name: "Down", status: "Investigating", components: both.toReversed() },
  ],
  "creating an incident that began earlier": ({ web }) => [
    "POST",
    "/api/incidents",
    {
      name: "Down",
      status: "Investigating",
      createdAt: "2026-01-02T03:04:05Z",
      components: [{ componentID: web, status: "Major Outage" }],
    },
  ],
  "creating an incident whose component changes too often": ({ flapping }) => [
    "POST",
    "/api/incidents",
    {
      name: "Flaps",
      status: "Investigating",
      components: [{ componentID: flapping, status: "Major Outage" }],
    },
  ],
  "adding an incident that is over": ({ both }) => [
    "POST",
    "/api/incidents",
    {
      name: "Unnoticed",
      status: "Investigating",
      components: both,
      backfilled: true,
      createdAt: aMinuteAgo(),
      resolvedAt: new Date().toISOString(),
    },
  ],
  "updating an incident": ({ incident, api }) => [
    "PATCH",
    incident,
    {
      status: "Monitoring",
      message: "It's back.",
      components: [{ componentID: api, status: "Major Outage" }],
    },
  ],
  "naming a further component": ({ incident }) => ["PATCH", incident, { message: "Search, too." }],
  "renaming an incident": ({ incident }) => ["PATCH", incident, { name: "Everything is down" }],
  "correcting an incident's start": ({ incident }) => [
    "PATCH",
    incident,
    { createdAt: new Date(Date.now() - 2 * 86_400_000).toISOString() },
  ],
  "resolving an incident": ({ incident }) => [
    "PATCH",
    incident,
    { status: "Resolved", restoreComponents: true },
  ],
  "editing an update": ({ updates, newest }) => [
    "PATCH",
    `${updates}/${newest}`,
    { message: "Typo.", incidentStatus: "Monitoring" },
  ],
  "deleting an update": ({ updates, newest }) => ["DELETE", `${updates}/${newest}`],
  "deleting the older of two updates of the same time": ({ updates, oldest }) => [
    "DELETE",
    `${updates}/${oldest}`,
  ],
  "deleting a resolved incident with a write-up": ({ resolved }) => ["DELETE", resolved],
  "deleting an incident": ({ incident }) => ["DELETE", `${incident}?restoreComponents=true`],
  "scheduling a maintenance": ({ api }) => [
    "POST",
    "/api/maintenances",
    {
      name: "Moving",
      status: "Scheduled",
      startAt: "2030-01-01T10:00Z",
      endAt: "2030-01-01T12:00Z",
      components: [{ componentID: api, status: "Under Maintenance" }],
    },
  ],
  "moving a maintenance": ({ planned }) => [
    "PATCH",
    `/api/maintenances/${planned}`,
    { startAt: "2029-01-01T10:00Z" },
  ],
  "starting a maintenance": ({ planned }) => [
    "PATCH",
    `/api/maintenances/${planned}`,
    { status: "In Progress" },
  ],
  "completing a maintenance": ({ maintenance }) => ["PATCH", maintenance, { status: "Completed" }],
  "deleting a maintenance in progress": ({ maintenance }) => ["DELETE", maintenance],
};

describe("undoing leaves nothing of a write", () => {
  // Each write finds them as they were made, because the one before it was undone.
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await makeFixtures();
  });
  test.for(Object.entries(writes))("%s", async ([, write]) => {
    await waitUntilSent(); // So only the write changes rows.
    const before = await readContent();
    const written = await undoable(...write(fixtures));
    expect(written.status).toBeLessThan(300);
    expect(written.undo).toMatch(/^\/api\/undo\/[0-9A-Za-z]{12}$/);
    expect(await readContent()).not.toEqual(before);
    const mailsBefore = (await daymark.mails()).length;
    expect(await undo(written.undo)).toMatchObject({ status: 200, json: {} });
    expect(await readContent()).toEqual(before);
    expect((await daymark.mails()).length).toBe(mailsBefore);
  });
});

test("a write is undone wholly or not at all, whichever statement fails", async () => {
  const fixtures = await makeFixtures();
  await waitUntilSent();
  const resolve = { status: "Resolved", restoreComponents: true };
  const written = await undoable("PATCH", fixtures.incident, resolve);
  const after = await readContent();
  let statements = 0;
  for (let broken = 1; broken < 50; broken += 1) {
    const { status, headers } = await undo(written.undo, { "x-test-break-d1": `${broken}` });
    statements = Number(headers.get("x-test-statements"));
    if (status === 200) break;
    expect([broken, status]).toEqual([broken, 503]);
    expect(await readContent()).toEqual(after);
  }
  // On the free plan, an invocation has 50 statements.
  expect(statements).toBe(22);
  expect((await send("GET", `${fixtures.incident}?fresh=1`)).json).toMatchObject({ status: "Identified" });
});

test("a write that can be undone is stored with what undoes it, or not at all", async () => {
  const fixtures = await makeFixtures();
  await waitUntilSent();
  const before = await readContent();
  const change: Write = ["PATCH", fixtures.incident, { status: "Resolved", restoreComponents: true }];
  let statements = 0;
  for (let broken = 1; broken < 50; broken += 1) {
    const { status, headers, undo: path } = await undoable(...change, { "x-test-break-d1": `${broken}` });
    statements = Number(headers.get("x-test-statements"));
    if (status === 200) {
      // Its email would otherwise be sent while the next tests compare all rows.
      await undo(path);
      break;
    }
    expect([broken, status]).toEqual([broken, 503]);
    expect(await readContent()).toEqual(before);
  }
  expect(statements).toBe(34);
});

describe("nothing is undone if it changed meanwhile", () => {
  const changed = {
    status: 409,
    json: {
      errorMessage:
        "Someone changed this meanwhile, so nothing was undone. Reload to see the current version.",
    },
  };
  const other: Record<string, (fixtures: Fixtures) => Write> = {
    "the incident": ({ incident }) => ["PATCH", incident, { name: "API and web" }],
    "one of its updates": ({ updates, oldest }) => ["PATCH", `${updates}/${oldest}`, { message: "Hm." }],
    "one of its components": ({ api }) => ["PATCH", `/api/components/${api}`, { status: "Major Outage" }],
    "the name of one of its components": ({ api }) => [
      "PATCH",
      `/api/components/${api}`,
      { name: "REST API" },
    ],
    "the existence of one of its components": ({ web }) => ["DELETE", `/api/components/${web}`],
    "its write-up": ({ incident }) => [
      "PATCH",
      `${incident}/postmortem`,
      { body: "What happened.", state: "Published" },
    ],
  };
  test.for(Object.entries(other))("%s", async ([, write]) => {
    const fixtures = await makeFixtures();
    await send("PATCH", fixtures.maintenance, { status: "Completed", notifySubscribers: false });
    const resolved = await undoable("PATCH", fixtures.incident, {
      status: "Resolved",
      restoreComponents: true,
      notifySubscribers: false,
    });
    expect((await send(...write(fixtures))).status).toBeLessThan(300);
    const before = await readContent();
    expect(await undo(resolved.undo)).toMatchObject(changed);
    expect(await readContent()).toEqual(before);
  });

  test("another incident with the same status of a component", async () => {
    const { componentID } = await makeComponent(daymark);
    const components = [{ componentID, status: "Partial Outage" }];
    const created = await undoable("POST", "/api/incidents", {
      name: "One",
      status: "Investigating",
      components,
    });
    await send("POST", "/api/incidents", { name: "Two", status: "Investigating", components });
    expect(await undo(created.undo)).toMatchObject(changed);
    expect((await send("GET", `/api/components/${componentID}?fresh=1`)).json).toMatchObject({
      status: "Partial Outage",
    });
  });
});

const tooLate = {
  status: 410,
  json: {
    errorMessage: "This can't be undone any more: the time for it is over, or it was undone already.",
  },
};

test("of two administrators who undo the same write, one gets an error that it was undone already", async () => {
  const created = await undoable("POST", "/api/incidents", { name: "Down", status: "Investigating" });
  const answers = await Promise.all([undo(created.undo), undo(created.undo)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(await undo(created.undo)).toMatchObject(tooLate);
  expect(await undo("/api/undo/nobody")).toMatchObject(tooLate);
});

test("of two writes of the same incident, the last one can be undone first", async () => {
  const { incident } = await makeFixtures();
  const one = await undoable("PATCH", incident, { message: "One." });
  const two = await undoable("PATCH", incident, { message: "Two." });
  expect(await undo(one.undo)).toMatchObject({ status: 409 });
  expect(await undo(two.undo)).toMatchObject({ status: 200 });
  expect((await send("GET", `${incident}?fresh=1`)).json).toMatchObject({ message: "One." });
});

test("a deleted incident comes back in its order, also if another one got updates meanwhile", async () => {
  const { incident } = await makeFixtures();
  const edited = await send("PATCH", incident, { message: "Third." });
  const deleted = await undoable("DELETE", incident);
  await makeIncident(daymark);
  expect(await undo(deleted.undo)).toMatchObject({ status: 200 });
  expect((await send("GET", `${incident}?fresh=1`)).json.incidentUpdates).toEqual(
    edited.json.incidentUpdates,
  );
});

test("a page, feed and existing client read what they read before", async () => {
  const { incident } = await makeFixtures();
  const read = async () => {
    const paths = ["/history.atom", "/api/v2/summary.json", "/index.md"].map(async (path) => {
      const text = await (await daymark.fetch(path)).text();
      // Time passes, and the content version is new.
      return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d:\d\d|[\d.]+%/g, "");
    });
    return Promise.all(paths);
  };
  const before = await read();
  const created = await undoable("POST", "/api/incidents", { name: "Oops", status: "Investigating" });
  expect((await read()).join()).toContain("Oops");
  expect((await undo(created.undo)).status).toBe(200);
  expect(await read()).toEqual(before);
  const deleted = await undoable("DELETE", incident);
  expect(await read()).not.toEqual(before);
  expect((await undo(deleted.undo)).status).toBe(200);
  expect(await read()).toEqual(before);
});

test("an Idempotency-Key repeats the same undo while there is time, and is free again after it", async () => {
  const key = { "Idempotency-Key": "undo-and-again" };
  const body = { name: "Down", status: "Investigating" };
  const first = await undoable("POST", "/api/incidents", body, key);
  const stored = "SELECT answer <> '' AS stored FROM idempotency_keys ORDER BY rowid DESC LIMIT 1";
  await expect.poll(() => daymark.db.prepare(stored).first("stored")).toBe(1);
  const setClaimTime = (time: number) =>
    daymark.db.exec(
      `UPDATE idempotency_keys SET claimed_at = '${isoTime(time)}' WHERE rowid = (SELECT max(rowid) FROM idempotency_keys)`,
    );
  await setClaimTime(Date.now());
  const repeated = await undoable("POST", "/api/incidents", body, key);
  await setClaimTime(Date.now() - 6 * SECOND_MS);
  const late = await undoable("POST", "/api/incidents", body, key);
  expect([late.undo, late.json]).toEqual([null, first.json]);
  expect([repeated.undo, repeated.json]).toEqual([first.undo, first.json]);
  expect(await undo(first.undo)).toMatchObject({ status: 200 });
  const again = await undoable("POST", "/api/incidents", body, key);
  expect(again.status).toBe(201);
  expect(again.json).not.toMatchObject({ incidentID: first.json.incidentID });
  expect((await send("GET", `/api/incidents/${again.json.incidentID}?fresh=1`)).status).toBe(200);
});

test("only an administrator's write that asks for it can be undone", async () => {
  const body = { name: "Down", status: "Investigating" };
  const count = () => daymark.db.prepare("SELECT count(*) AS n FROM undos").first("n");
  const before = await count();
  const headers = { "x-api-key": await makeApiKey(daymark), Prefer: "undo" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  expect((await daymark.fetch("/api/v0/incidents", init)).headers.get("Undo")).toBeNull();
  expect((await send("POST", "/api/incidents", body)).undo).toBeNull();
  expect((await send("POST", "/api/incidents", body, { Prefer: "return=minimal" })).undo).toBeNull();
  // Deleting what is already gone changes nothing.
  expect((await undoable("DELETE", "/api/incidents/nobody")).undo).toBeNull();
  expect(await count()).toBe(before);
  const created = await undoable("POST", "/api/incidents", body, { Prefer: "return=minimal, Undo" });
  expect(created.headers.get("Access-Control-Expose-Headers")).toContain("Undo");
  const withoutToken = await daymark.fetch(created.undo ?? "", { method: "POST" });
  expect(withoutToken.status).toBe(401);
});

test("every table with rows of a notice is restored", async () => {
  const { results } = await daymark.db
    .prepare(
      `SELECT DISTINCT t.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*' AND c.name IN ('notice_id', 'notice_update_id', 'incident_id', 'maintenance_id')`,
    )
    .all<{ name: string }>();
  // Deliveries of a queued email don't exist before it can no longer be undone, `undos` has the undo itself, and those who
  // follow a notice outlive it. The audit log keeps what was undone. Rules find out themselves that an incident is gone.
  const others = [
    "deliveries",
    "undos",
    "subscriber_notices",
    "audit_entries",
    "proposals",
    "published_proposals",
  ];
  expect(
    results
      .map(({ name }) => name)
      .filter((name) => !others.includes(name))
      .sort(),
  ).toEqual([
    "cancelled_maintenances",
    "deleted_components",
    "messages",
    "notice_components",
    "notice_update_components",
    "notice_updates",
    "notices",
    "postmortems",
  ]);
});

test("after 15 seconds a write can't be undone any more, and after a day nothing is kept of it", async () => {
  const created = await undoable("POST", "/api/incidents", { name: "Down", status: "Investigating" });
  expect(await undo(created.undo, { "x-test-now": isoTime(Date.now() + 16 * SECOND_MS) })).toMatchObject(
    tooLate,
  );
  expect((await send("GET", `/api/incidents/${created.json.incidentID}?fresh=1`)).status).toBe(200);
  const countAfter = async (hours: number) => {
    const hour = new Date(Date.now() + hours * HOUR_MS).toISOString().replace(/T(..):.*/, "T$1:00:00.000Z");
    await daymark.runCron(hour);
    return daymark.db.prepare("SELECT count(*) AS n FROM undos").first("n");
  };
  expect(await countAfter(22)).not.toBe(0);
  expect(await countAfter(24)).toBe(0);
});
