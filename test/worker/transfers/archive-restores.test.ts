import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { archiveParts } from "../../../worker/backup/domain.ts";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type ArchiveRows, manifestOf } from "../../support/factories/archives.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * HOUR_MS });
  key = await makeApiKey(daymark, { scopes: ["archive"] });
});
afterAll(() => daymark.stop());

const at = "2026-01-31T09:00:00.000Z";
const times = { createdAt: at, updatedAt: at };

function archive(names: string[]): ArchiveRows {
  const components = names.map((name, order) => ({
    componentID: `component${name}`,
    name,
    description: "",
    status: "Operational",
    order,
    ...times,
    groupID: null,
  }));
  const statusChanges = components.map(({ componentID, status }, n) => ({
    id: n + 1,
    componentID,
    status,
    at,
    cause: "created",
  }));
  return { components, statusChanges };
}

async function post(path: string, body: object = {}, headers: Record<string, string> = {}) {
  const init = { method: "POST", headers: { "x-api-key": key, ...headers }, body: JSON.stringify(body) };
  const response = await daymark.fetch(`/api/v0/restore${path}`, init);
  return { status: response.status, body: await response.json() };
}

const begin = (rows: ArchiveRows) => post("", manifestOf(rows));

/** Sends one row after the other. */
async function restore(rows: ArchiveRows, { until = Number.POSITIVE_INFINITY } = {}) {
  const { archiveID } = (await begin(rows)).body;
  let sent = 0;
  let last: Awaited<ReturnType<typeof post>> | undefined;
  for (const part of archiveParts)
    for (const [position, row] of (rows[part] ?? []).entries())
      if (sent++ < until) last = await post("/rows", { archiveID, part, position, rows: [row] });
  return last;
}

const names = async () => (await answer(daymark.visitor.components.$get())).map(({ name }) => name);
const finished = { status: 200, body: { isFinished: true } };

test("a second restore stores everything, once the installation is empty again", async () => {
  expect(await restore(archive(["AAA"]))).toMatchObject(finished);
  const [{ componentID } = { componentID: "" }] = await answer(daymark.visitor.components.$get());
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  const other = archive(["BBB", "CCC"]);
  expect(await begin(other)).toMatchObject({ status: 200, body: { isFinished: false, isNew: true } });
  expect(await restore(other)).toMatchObject(finished);
  expect(await names()).toEqual(["BBB", "CCC"]);
});

test("an archive from before the overrides is restored, and uptime counts the changes of which it has only sums", async () => {
  const rows = archive(["AAA"]);
  const [created] = rows.statusChanges ?? [];
  const overnight = {
    ...created,
    id: 2,
    status: "Major Outage",
    at: "2026-01-31T22:00:00.000Z",
    cause: "incident:incidentAAAA",
  };
  const earlierThatDay = JSON.stringify({
    since: "2026-02-01T10:00:00.000Z",
    milliseconds: { "Partial Outage": 20 * MINUTE_MS, "Major Outage": 10 * MINUTE_MS },
  });
  const fifth = {
    ...created,
    id: 3,
    status: "Degraded Performance",
    at: "2026-02-01T11:00:00.000Z",
    earlierThatDay,
  };
  const recovery = { ...created, id: 4, at: "2026-02-01T12:00:00.000Z", earlierThatDay: null };
  // A sum counts as far as it fits.
  const tooLong = { since: at, milliseconds: { "Major Outage": Number.MAX_SAFE_INTEGER } };
  rows.statusChanges = [
    { ...created, earlierThatDay: JSON.stringify(tooLong) },
    { ...overnight, earlierThatDay: null },
    fifth,
    recovery,
  ];
  const manifest = manifestOf(rows);
  const parts = manifest.parts.filter(({ name }) => name !== "statusOverrides");
  const { archiveID } = (await post("", { ...manifest, parts })).body;
  await post("/rows", { archiveID, part: "components", position: 0, rows: rows.components });
  for (const [position, row] of rows.statusChanges.entries())
    await post("/rows", { archiveID, part: "statusChanges", position, rows: [row] });
  const { results } = await daymark.db.prepare("SELECT at, status FROM status_changes ORDER BY id").all();
  expect(results.map((row) => Object.values(row).join(" "))).toEqual([
    "2026-01-31T09:00:00.000Z Operational",
    "2026-01-31T22:00:00.000Z Major Outage",
    "2026-02-01T10:00:00.000Z Major Outage",
    "2026-02-01T10:10:00.000Z Partial Outage",
    "2026-02-01T10:30:00.000Z Operational",
    "2026-02-01T11:00:00.000Z Degraded Performance",
    "2026-02-01T12:00:00.000Z Operational",
  ]);
  const headers = { "x-test-now": "2026-02-02T00:00:00.000Z" };
  const uptime = await daymark.fetch("/api/components/componentAAA/uptime?days=30", { headers });
  expect(await uptime.json()).toMatchObject({
    history: [
      { date: "2026-01-31", minutes: { "Major Outage": 120 } },
      {
        date: "2026-02-01",
        minutes: { "Major Outage": 610, "Partial Outage": 20, "Degraded Performance": 60 },
      },
      { date: "2026-02-02", minutes: {} },
    ],
  });
});

test("an installation whose maintenance was deleted counts as empty, and no title of such a one is stored", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  await daymark.administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  const response = await daymark.fetch("/api/v0/export/cancelledMaintenances", {
    headers: { "x-api-key": key },
  });
  const { rows: cancelledMaintenances } = (await response.json()) as { rows: object[] };
  expect(cancelledMaintenances).toMatchObject([{ maintenanceID, name: "" }]);
  const earlier = { ...cancelledMaintenances[0], maintenanceID: "earlier00000", name: "An older title" };
  const rows = { ...archive(["AAA"]), cancelledMaintenances: [...cancelledMaintenances, earlier] };
  expect(await restore(rows)).toMatchObject(finished);
  const { results } = await daymark.db.prepare("SELECT name FROM cancelled_maintenances").all();
  expect(results).toEqual([{ name: "" }, { name: "" }]);
});

test("the key of an email service stays only if the archive has the same service", async () => {
  const settings = async (mailProvider: string) => {
    await daymark.db.exec("DELETE FROM settings");
    await daymark.db.exec(
      "INSERT INTO settings (id, mail_provider, mail_key, mail_webhook_secret) VALUES (1, 'resend', 'key', 'secret')",
    );
    expect(await restore({ settings: [{ serviceName: "Acme", mailProvider }] })).toMatchObject(finished);
    return daymark.db.prepare("SELECT mail_provider, mail_key, mail_webhook_secret FROM settings").first();
  };
  expect(await settings("resend")).toEqual({
    mail_provider: "resend",
    mail_key: "key",
    mail_webhook_secret: "secret",
  });
  expect(await settings("postmark")).toEqual({
    mail_provider: "postmark",
    mail_key: "",
    mail_webhook_secret: "",
  });
});

test("the password of an SMTP server stays only if the archive has the same server and user", async () => {
  const settings = async (smtp: object) => {
    await daymark.db.exec("DELETE FROM settings");
    const columns = "id, mail_provider, mail_key, smtp_host, smtp_user";
    await daymark.db.exec(
      `INSERT INTO settings (${columns}) VALUES (1, 'smtp', 'key', 'smtp.example.org', 'user')`,
    );
    expect(
      await restore({ settings: [{ serviceName: "Acme", mailProvider: "smtp", ...smtp }] }),
    ).toMatchObject(finished);
    return daymark.db.prepare("SELECT mail_key FROM settings").first("mail_key");
  };
  expect(await settings({ smtpHost: "smtp.example.org", smtpPort: 587, smtpUser: "user" })).toBe("key");
  expect(await settings({ smtpPort: 587 })).toBe("key");
  expect(await settings({ smtpHost: "smtp.example.com" })).toBe("");
  expect(await settings({ smtpUser: "another" })).toBe("");
});

test("a write in each part of a restore is refused, and the restore goes on", async () => {
  const rows = archive(["AAA", "BBB"]);
  const { archiveID } = (await begin(rows)).body;
  const write = () => daymark.administrator.components.$post({ json: { name: "Mine" } });
  for (const part of archiveParts)
    for (const [position, row] of (rows[part] ?? []).entries()) {
      const refused = await write();
      expect([part, refused.status]).toEqual([part, 409]);
      const { restore: unfinished } = await answer(daymark.administrator.overview.$get());
      expect(Date.parse(unfinished?.endsAt ?? "")).toBeGreaterThan(daymark.now());
      expect(await refused.json()).toMatchObject({ errorMessage: expect.stringMatching(/restored.*http/) });
      expect((await post("/rows", { archiveID, part, position, rows: [row] })).status).toBe(200);
    }
  const { restore: unfinished } = await answer(daymark.administrator.overview.$get());
  expect(unfinished).toBe(null);
  expect((await write()).status).toBe(201);
  expect(await names()).toEqual(["AAA", "BBB", "Mine"]);
});

test("a restore ends an hour after its last row, and what is written then is never deleted", async () => {
  const rows = archive(["AAA", "BBB"]);
  await restore(rows, { until: 2 });
  const begun = daymark.now();
  await daymark.setClock(begun + HOUR_MS - MINUTE_MS);
  expect((await daymark.administrator.components.$post({ json: { name: "Mine" } })).status).toBe(409);
  await daymark.setClock(begun + HOUR_MS + MINUTE_MS);
  await makeComponent(daymark, { name: "Mine" });
  expect(await post("/cancel")).toMatchObject({
    status: 409,
    body: { errorMessage: "No restore is in progress, so nothing was deleted." },
  });
  expect((await begin(rows)).status).toBe(409);
  expect(await names()).toEqual(["AAA", "BBB", "Mine"]);
});

test("a restore that was left behind can still be continued or cancelled while nothing else was written", async () => {
  const rows = archive(["AAA", "BBB"]);
  await restore(rows, { until: 3 });
  await daymark.setClock(daymark.now() + 9 * HOUR_MS);
  expect(await restore(rows)).toMatchObject(finished);
  expect(await names()).toEqual(["AAA", "BBB"]);

  await daymark.reset({ laterMs: 2 * HOUR_MS });
  key = await makeApiKey(daymark, { scopes: ["archive"] });
  await restore(rows, { until: 3 });
  await daymark.setClock(daymark.now() + 9 * HOUR_MS);
  expect(await post("/cancel")).toMatchObject({ status: 200, body: { isEmpty: true } });
  expect(await names()).toEqual([]);
});

test("points are refused during a restore, and end one that was left behind", async () => {
  const metric = {
    metricID: "metricAAAAAA",
    type: "Self",
    props: {},
    title: "Latency",
    status: "Visible",
    unit: "ms",
    description: "",
    decimalPlaces: 0,
    order: 1,
    collectedUntil: null,
    ...times,
  };
  const rows = { ...archive(["AAA"]), metrics: [metric], settings: [{ serviceName: "Acme" }] };
  await restore(rows, { until: 3 });
  const metricsKey = await makeApiKey(daymark, { scopes: ["metrics"] });
  const submit = async () => {
    const points = [{ timestamp: new Date(daymark.now()).toISOString(), value: 1 }];
    const init = { method: "POST", headers: { "x-api-key": metricsKey } };
    const body = JSON.stringify({ metricAAAAAA: points });
    return (await daymark.fetch("/api/v0/metrics/data", { ...init, body })).status;
  };
  expect(await submit()).toBe(409);
  await daymark.setClock(daymark.now() + 2 * HOUR_MS);
  expect(await submit()).toBe(200);
  expect((await post("/cancel")).status).toBe(409);
});

test("cancelling deletes what was restored, and a restore that is half cancelled can't be continued", async () => {
  const rows = archive(Array.from({ length: 600 }, (_, n) => String(100 + n)));
  const { archiveID } = (await begin(rows)).body;
  for (let position = 0; position < 600; position += 200) {
    const page = rows.components?.slice(position, position + 200);
    expect((await post("/rows", { archiveID, part: "components", position, rows: page })).status).toBe(200);
  }
  expect(await post("/cancel")).toMatchObject({ status: 200, body: { isEmpty: false } });
  expect(await begin(rows)).toMatchObject({
    status: 409,
    body: { errorMessage: expect.stringMatching(/^A restore is being cancelled/) },
  });
  expect(await post("/cancel")).toMatchObject({ status: 200, body: { isEmpty: true } });
  expect(await restore(archive(["AAA"]))).toMatchObject(finished);
});

test("two restores of one archive at once store each row once, and both are told the truth", async () => {
  const rows = archive(["AAA", "BBB", "CCC"]);
  const { archiveID } = (await begin(rows)).body;
  const page = { archiveID, part: "components", position: 0, rows: rows.components };
  // The other one stores the page after this one has read how far the restore is.
  const first = (sql: string) => post("/rows", page, { "x-test-before-batch": sql });
  const moveTo = (part: string, position: number) =>
    `UPDATE archive_restores SET part = '${part}', position = ${position}`;
  expect(await first(moveTo("statusChanges", 1))).toMatchObject({
    status: 200,
    body: { part: "statusChanges", position: 1 },
  });
  await daymark.db.exec(moveTo("components", 0));
  const answers = await Promise.all(Array.from({ length: 8 }, () => post("/rows", page)));
  for (const each of answers)
    expect(each).toMatchObject({ status: 200, body: { part: "statusChanges", position: 0 } });
  const later = { archiveID, part: "statusChanges", position: 2, rows: rows.statusChanges?.slice(2) };
  expect(await post("/rows", later)).toMatchObject({
    status: 409,
    body: { errorMessage: "These rows are not the next ones: row 0 of statusChanges is." },
  });
});

test("a row that something else has written is told from a bad archive", async () => {
  const rows = archive(["AAA", "BBB"]);
  const { archiveID } = (await begin(rows)).body;
  await post("/rows", { archiveID, part: "components", position: 0, rows: rows.components });
  await daymark.db
    .prepare(
      "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, 'Operational', ?, 'created')",
    )
    .bind("componentAAA", at)
    .run();
  const page = { archiveID, part: "statusChanges", position: 0, rows: rows.statusChanges };
  expect(await post("/rows", page)).toMatchObject({
    status: 409,
    body: { errorMessage: expect.stringMatching(/^Something else was written/) },
  });
  expect(await names()).toEqual(["AAA", "BBB"]);
});

test("the schedule waits for the parts that it needs, and not for the rest of a restore", async () => {
  const now = Math.floor(daymark.now() / MINUTE_MS) * MINUTE_MS;
  const iso = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
  const rows = archive(["AAA"]);
  rows.notices = [
    {
      noticeID: "maintenanceA",
      kind: "maintenance",
      name: "Upgrade",
      status: "Scheduled",
      message: "",
      startAt: iso(-1),
      endAt: iso(60),
      createdAt: at,
      updatedAt: at,
      editedAt: "",
      sequence: 0,
      deletedComponentCount: 0,
      postmortemPublishedAt: null,
      isBackfilled: false,
      nextReminderAt: null,
    },
  ];
  rows.noticeComponents = [
    {
      noticeID: "maintenanceA",
      componentID: "componentAAA",
      status: "Under Maintenance",
      restoreStatus: null,
      restoreSeenAt: null,
      createdAt: at,
      changedAt: at,
    },
  ];
  rows.settings = [{ serviceName: "Acme" }];
  const status = async () => (await answer(daymark.visitor.maintenances.$get({ query: {} })))[0]?.status;
  await restore(rows, { until: 3 });
  await daymark.runCron(iso(0));
  expect(await status()).toBe("Scheduled");
  const { archiveID } = (await begin(rows)).body;
  await post("/rows", { archiveID, part: "noticeComponents", position: 0, rows: rows.noticeComponents });
  await daymark.runCron(iso(1));
  expect(await status()).toBe("In Progress");
  expect(await answer(daymark.visitor.components.$get())).toMatchObject([{ status: "Under Maintenance" }]);
  expect(
    await post("/rows", { archiveID, part: "settings", position: 0, rows: rows.settings }),
  ).toMatchObject(finished);
});

test("what was created with the fewest fields, and deleted since, can be restored", async () => {
  const { components, groups, incidents, maintenances, metrics, templates } = daymark.administrator;
  await answer(groups.$post({ json: { name: "G" } }));
  const { componentID } = await answer(components.$post({ json: { name: "C" } }));
  const { incidentID } = await makeIncident(daymark, {
    status: "Resolved",
    components: [{ componentID, status: "Major Outage" }],
  });
  await answer(incidents[":incidentID"].postmortem.$patch({ param: { incidentID }, json: { body: "" } }));
  await answer(templates.$post({ json: { name: "T", kind: "incident" } }));
  await answer(metrics.$post({ json: { title: "M", type: "Self" } }));
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Secret" });
  await maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  await components[":componentID"].$delete({ param: { componentID } });

  const rows: ArchiveRows = {};
  for (const part of archiveParts) {
    const path = `/api/v0/export/${part}`;
    const response = await daymark.fetch(path, { headers: { "x-api-key": key } });
    rows[part] = ((await response.json()) as { rows: ArchiveRows[string] }).rows;
  }
  expect(rows.cancelledMaintenances).toMatchObject([{ maintenanceID, name: "" }]);
  await daymark.reset({ laterMs: 2 * HOUR_MS });
  key = await makeApiKey(daymark, { scopes: ["archive"] });
  expect(await restore(rows)).toMatchObject(finished);
});
