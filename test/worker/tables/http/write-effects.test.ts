import { sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { Hono } from "hono";
import { nanoid } from "nanoid";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sentences } from "../../../../web/admin/audit/sentences.ts";
import type { AppEnv } from "../../../../worker/env.ts";
import { settings } from "../../../../worker/settings/table.ts";
import type { Db, Effect, WriteDb } from "../../../../worker/storage/db.ts";
import { writeDatabase } from "../../../../worker/storage/writes/write-database.ts";
import type * as WriteModule from "../../../../worker/writes/write.ts";
import { manifestOf } from "../../../support/factories/archives.ts";
import { makeFromExample } from "../../../support/factories/example-requests.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeTeamChannel,
  publishPostmortem,
} from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { subscribers } from "../../../support/factories/make-subscribers.ts";
import { tokenOf } from "../../../support/factories/subscription-links.ts";
import { makeBrowser } from "../../../support/fakes/push-service.ts";
import { readPurges } from "../../../support/readers/purges.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // This is written directly, because the API would send a test email before it enables mail.
  await daymark.db.exec(
    "UPDATE settings SET email_enabled = 1, endpoints_enabled = 1, source_email_address = 'status@example.com'",
  );
});
afterAll(() => daymark.stop());

const schedule = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
const incident = { name: "API is down", status: "Investigating" };
const { endpoint, keys } = makeBrowser("https://fcm.googleapis.com");
const pushSubscription = { endpoint, keys };
const maintenance = { name: "Moving house", status: "Scheduled", ...schedule };

interface Write {
  /** Nobody has a webhook here, so `webhooks` queues nothing. */
  effects: Effect[];
  /** The kind and action of its entry in the audit log, or of several. Without it, the call has none. */
  audit?: string;
  /** A value such as ":componentID" is replaced by the ID of the fixture. */
  body?: object;
  /** The subscriber is a confirmed webhook with one delivery. */
  isWebhook?: true;
  /** True if a second request is refused. */
  worksOnce?: true;
  /** The status of every request of this test, because it isn't signed. */
  errorStatus?: 403;
}

/** These routes exist under /api, for administrators, and under /api/v0, for API keys. */
const sharedWrites: Record<string, Write> = {
  "POST /components": { audit: "component created", effects: ["public"], body: { name: "API" } },
  "PATCH /components": {
    audit: "component changed",
    effects: ["public", "webhooks"],
    body: { components: [{ componentID: ":componentID", status: "Major Outage" }] },
  },
  "PATCH /components/:componentID": {
    audit: "component changed",
    effects: ["public", "webhooks"],
    body: { name: "Changed" },
  },
  "DELETE /components/:componentID": { audit: "component deleted", effects: ["public"] },
  "POST /groups": { audit: "group created", effects: ["public"], body: { name: "Platform" } },
  "PATCH /groups/:groupID": { audit: "group changed", effects: ["public"], body: { name: "Changed" } },
  "DELETE /groups/:groupID": { audit: "group deleted", effects: ["public"] },
  "POST /incidents": { audit: "incident created", effects: ["public", "mail"], body: incident },
  "PATCH /incidents/:incidentID": {
    audit: "incident changed",
    effects: ["public", "mail"],
    body: { status: "Monitoring", message: "Mended." },
  },
  "PATCH /incidents/:incidentID/incidentupdates/:incidentUpdateID": {
    audit: "incident changed",
    effects: ["public", "mail"],
    body: { message: "Changed" },
  },
  "DELETE /incidents/:incidentID/incidentupdates/:incidentUpdateID": {
    audit: "incident changed",
    effects: ["public", "mail"],
  },
  "DELETE /incidents/:incidentID": { audit: "incident deleted", effects: ["public", "mail"] },
  "POST /templates": {
    audit: "template created",
    effects: ["console"],
    body: { name: ":keyID", kind: "incident" },
  },
  "PATCH /templates/:templateID": {
    audit: "template changed",
    effects: ["console"],
    body: { title: "Changed" },
  },
  "DELETE /templates/:templateID": { audit: "template deleted", effects: ["console"] },
  "POST /proposals": {
    audit: "proposal created",
    effects: ["console", "mail"],
    body: { name: "API is down" },
  },
  "PATCH /proposals/:proposalID": {
    audit: "proposal changed",
    effects: ["console"],
    body: { message: "Changed" },
  },
  "DELETE /proposals/:proposalID": { audit: "proposal deleted", effects: ["console"] },
  "POST /proposals/:proposalID/publish": {
    audit: "incident created, proposal published",
    effects: ["public", "mail"],
    body: {},
    worksOnce: true,
  },
  "POST /alert-rules": { audit: "alertRule created", effects: ["console"], body: { name: "Slow API" } },
  "PATCH /alert-rules/:ruleID": {
    audit: "alertRule changed",
    effects: ["console"],
    body: { mode: "publish" },
  },
  "DELETE /alert-rules/:ruleID": { audit: "alertRule deleted", effects: ["console"] },
  "POST /heartbeats": {
    audit: "heartbeat created",
    effects: ["console"],
    body: { name: "Backup", periodMinutes: 60 },
  },
  "PATCH /heartbeats/:heartbeatID": {
    audit: "heartbeat changed",
    effects: ["console"],
    body: { periodMinutes: 61 },
  },
  "DELETE /heartbeats/:heartbeatID": { audit: "heartbeat deleted", effects: ["console"] },
  "PATCH /incidents/:incidentID/postmortem": {
    audit: "postmortem changed",
    effects: ["public", "mail"],
    body: { body: "## Root cause", state: "Published", notifySubscribers: true },
  },
  "DELETE /incidents/:incidentID/postmortem": { audit: "postmortem deleted", effects: ["public"] },
  "POST /maintenances": { audit: "maintenance created", effects: ["public", "mail"], body: maintenance },
  "PATCH /maintenances/:maintenanceID": {
    audit: "maintenance changed",
    effects: ["public", "mail"],
    body: { status: "In Progress" },
  },
  "PATCH /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": {
    audit: "maintenance changed",
    effects: ["public", "mail"],
    body: { message: "Changed" },
  },
  "DELETE /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": {
    audit: "maintenance changed",
    effects: ["public", "mail"],
  },
  "DELETE /maintenances/:maintenanceID": { audit: "maintenance deleted", effects: ["public", "mail"] },
};

const withPrefix = (base: string) =>
  Object.fromEntries(
    Object.entries(sharedWrites).map(([route, write]) => [route.replace("/", `${base}/`), write]),
  );

/** Every route that writes. */
const writes: Record<string, Write> = {
  ...withPrefix("/api"),
  ...withPrefix("/api/v0"),
  "POST /api/preview": { effects: [], body: { kind: "incident", message: "Text" } },
  "POST /api/undo/:undoToken": {
    audit: "incident undone",
    effects: ["public", "mail"],
    body: {},
    worksOnce: true,
  },
  "POST /api/metrics": {
    audit: "metric created",
    effects: ["public"],
    body: { type: "Self", title: "Response time" },
  },
  "PATCH /api/metrics/:metricID": {
    audit: "metric changed",
    effects: ["public"],
    body: { status: "Visible" },
  },
  "DELETE /api/metrics/:metricID": { audit: "metric deleted", effects: ["public"] },
  "PATCH /api/settings": { audit: "settings changed", effects: ["public"], body: { serviceName: ":keyID" } },
  "POST /api/settings/logos": {
    audit: "settings changed",
    effects: ["public"],
    body: { data: dataURL(onePixelPNG) },
  },
  "DELETE /api/settings/logos/:logoID": { audit: "settings changed", effects: ["public"] },
  "POST /api/settings/apikeys": { audit: "apiKey created", effects: ["console"] },
  "PATCH /api/settings/apikeys/:keyID": {
    audit: "apiKey changed",
    effects: ["console"],
    body: { alertPaths: { key: "/id", title: "/name", state: "/status", resolved: ["ok"] } },
  },
  "DELETE /api/settings/apikeys/:keyID": { audit: "apiKey deleted", effects: ["console"] },
  "POST /api/channels": {
    audit: "channel created",
    effects: ["console"],
    body: { name: "Operations", address: "https://hooks.slack.com/services/T000/B000/new" },
  },
  "PATCH /api/channels/:channelID": {
    audit: "channel changed",
    effects: ["console"],
    body: { failures: true },
  },
  "DELETE /api/channels/:channelID": { audit: "channel deleted", effects: ["console"] },
  "POST /api/channels/:channelID/test": { effects: [], body: {} },
  "POST /api/channels/:channelID/secret": { audit: "channel changed", effects: [], body: {} },
  "POST /api/subscribers/subscribe": { effects: ["mail"], body: { emailAddress: "somebody@example.com" } },
  "POST /api/subscribers/push": { effects: ["mail"], body: { ...pushSubscription } },
  "POST /api/subscribers/push/find": { effects: [], body: { endpoint: pushSubscription.endpoint } },
  "POST /api/subscribers/push/unsubscribe": { effects: [], body: { endpoint: pushSubscription.endpoint } },
  "POST /api/subscribers/find": {
    audit: "subscriber found",
    effects: [],
    body: { emailAddress: "somebody@example.com" },
  },
  "POST /api/subscribers/search": {
    audit: "subscriber found",
    effects: [],
    body: { search: "somebody" },
  },
  "POST /api/subscribers/erase": {
    audit: "subscriber erased",
    effects: [],
    body: { emailAddress: "somebody@example.com" },
  },
  "POST /api/v0/subscribers/find": {
    audit: "subscriber found",
    effects: [],
    body: { emailAddress: "somebody@example.com" },
  },
  "POST /api/v0/subscribers/search": {
    audit: "subscriber found",
    effects: [],
    body: { search: "somebody" },
  },
  "POST /api/v0/subscribers/erase": {
    audit: "subscriber erased",
    effects: [],
    body: { emailAddress: "somebody@example.com" },
  },
  "POST /api/v0/metrics/data": {
    effects: [],
    body: { ":metricID": [{ timestamp: new Date().toISOString(), value: 1 }] },
  },
  "POST /api/preview/alert-rules": { effects: [], body: { labels: [{ name: "a", value: "b" }] } },
  "POST /beat/:secret": { effects: [] },
  "POST /api/v0/alerts/:source": { effects: [], body: { key: "api", state: "firing" } },
  "POST /api/v0/alerts/:source/:key": { effects: [], body: { key: "api", state: "firing" } },
  // Email services prove who they are, so others get 403.
  "POST /api/hooks/ses": { effects: [], errorStatus: 403 },
  "POST /api/hooks/resend": { effects: [], errorStatus: 403 },
  "POST /api/hooks/postmark": { effects: [], errorStatus: 403 },
  // Only pages of the console can make them, so a request without its Origin gets 403.
  "POST /api/sign-in/activate": { effects: ["public"], audit: "settings changed", errorStatus: 403 },
  "POST /api/sign-in/setup": { effects: [], errorStatus: 403 },
  "POST /api/sign-in/setup/candidates": { effects: [], errorStatus: 403 },
  "POST /api/sign-in/provider": { effects: [], errorStatus: 403 },
  "POST /api/sign-in/token": { effects: [], errorStatus: 403 },
  "POST /api/sign-in/refresh": { effects: [], errorStatus: 403 },
  "POST /api/sign-in/revoke": { effects: [], errorStatus: 403 },
  "POST /api/settings/sign-in/candidates": { effects: [], body: { kind: "variables" } },
  "POST /api/mail/test": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /subscribe": { effects: ["mail"], body: { emailAddress: "somebody.else@example.com" } },
  "POST /subscriptions/:subscriberID/:token": {
    effects: [],
    body: { about: "everything", timeZone: "UTC" },
    isWebhook: true,
  },
  "POST /subscriptions/:subscriberID/:token/test": { effects: [], isWebhook: true },
  "POST /subscriptions/:subscriberID/:token/again": {
    effects: ["mail"],
    body: { deliveryID: "1" },
    isWebhook: true,
  },
  "POST /subscriptions/:subscriberID/:token/resume": { effects: [], isWebhook: true },
  "POST /subscriptions/:subscriberID/:token/secret": { effects: [], isWebhook: true },
  "POST /subscriptions/:subscriberID/:token/new-secret": { effects: [], isWebhook: true },
  "POST /subscriptions/:subscriberID/:token/confirm": { effects: [] },
  "POST /subscriptions/:subscriberID/:token/unsubscribe": { effects: [] },
};

/** They need an empty installation, and a test of their own below. */
const restoreWrites: Record<string, Effect[]> = {
  "POST /api/v0/restore": ["public"],
  "POST /api/v0/restore/rows": ["public"],
  "POST /api/v0/restore/cancel": ["public"],
};

/** They write nothing that an archive has. */
const writesWhileRestoring = new Set([
  ...["POST /api/preview", "POST /api/mail/test", "POST /api/settings/apikeys"],
  ...["PATCH /api/settings/apikeys/:keyID", "DELETE /api/settings/apikeys/:keyID"],
  ...["POST /api/subscribers/find", "POST /api/v0/subscribers/find"],
  ...["POST /api/subscribers/search", "POST /api/v0/subscribers/search"],
  ...["POST /api/subscribers/push/find", "POST /api/channels/:channelID/test"],
  "POST /subscriptions/:subscriberID/:token/test",
  "POST /beat/:secret",
  "POST /api/settings/sign-in/candidates", // which is stored nowhere
  ...["POST /api/v0/alerts/:source", "POST /api/v0/alerts/:source/:key", "POST /api/preview/alert-rules"],
]);

async function beginRestore(): Promise<void> {
  const now = new Date().toISOString();
  await daymark.db
    .prepare(
      `INSERT INTO archive_restores (id, archive_id, row_counts, part, started_at, updated_at)
        VALUES (1, 'archive', '{}', 'settings', ?1, ?1)`,
    )
    .bind(now)
    .run();
}

interface Declared {
  effects: Effect[];
  audit: string;
  writesWhileRestoring: boolean;
}

/** @returns the kind and action of each entry of the audit log after `seq`. No notice here changes a component's status. */
async function readEntries(seq: number): Promise<string[]> {
  const { results } = await daymark.db
    .prepare("SELECT kind || ' ' || action AS entry FROM audit_entries WHERE seq > ? ORDER BY seq")
    .bind(seq)
    .all<{ entry: string }>();
  return results.map(({ entry }) => entry);
}

interface Versions {
  version: number;
  console_version: number;
  /** The number of the newest entry in the audit log. */
  seq: number;
}

async function readVersions({ db } = daymark): Promise<Versions> {
  const versions = await db
    .prepare(
      "SELECT version, console_version, (SELECT coalesce(max(seq), 0) FROM audit_entries) AS seq FROM content_version",
    )
    .first<Versions>();
  return versions ?? { version: 0, console_version: 0, seq: 0 };
}

async function makeUndoToken(): Promise<string> {
  const headers = { Authorization: await daymark.token(), Prefer: "undo" };
  const init = { method: "POST", headers, body: JSON.stringify(incident) };
  const path = (await daymark.fetch("/api/incidents", init)).headers.get("Undo") ?? "";
  return path.replace("/api/undo/", "");
}

type Fixtures = Record<string, string>;

/** Each creates an item with the values of these names. Each write gets its own, because it changes or deletes it. */
const makers: { names: string[]; make: () => Promise<Fixtures> }[] = [
  {
    names: ["secret"],
    async make() {
      const json = { name: "Backup", periodMinutes: 60 };
      const { path } = await answer(daymark.administrator.heartbeats.$post({ json }));
      return { secret: path.replace("/beat/", "") };
    },
  },
  { names: ["groupID"], make: () => makeGroup(daymark).then(({ groupID }) => ({ groupID })) },
  {
    names: ["componentID"],
    async make() {
      const { groupID } = await makeGroup(daymark);
      const { componentID } = await makeComponent(daymark, { groupID });
      return { componentID };
    },
  },
  {
    names: ["incidentID", "incidentUpdateID"],
    async make() {
      const { incidentID } = await makeIncident(daymark, { status: "Resolved" });
      await publishPostmortem(daymark, incidentID);
      const { incidentUpdates } = await answer(
        daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: secondUpdate }),
      );
      return { incidentID, incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "" };
    },
  },
  {
    names: ["maintenanceID", "maintenanceUpdateID"],
    async make() {
      const { maintenanceID } = await makeMaintenance(daymark);
      const param = { maintenanceID };
      const { maintenanceUpdates } = await answer(
        daymark.administrator.maintenances[":maintenanceID"].$patch({ param, json: secondUpdate }),
      );
      return { maintenanceID, maintenanceUpdateID: maintenanceUpdates[0]?.maintenanceUpdateID ?? "" };
    },
  },
  { names: ["metricID"], make: () => makeMetric(daymark).then(({ metricID }) => ({ metricID })) },
  {
    names: ["channelID"],
    async make() {
      const address = `https://hooks.example.com/${nanoid()}`;
      const { channelID } = await makeTeamChannel(daymark, { address });
      return { channelID };
    },
  },
  {
    names: ["logoID"],
    async make() {
      const json = { data: dataURL(onePixelPNG) };
      return { logoID: (await answer(daymark.administrator.settings.logos.$post({ json }))).id };
    },
  },
  {
    names: ["subscriberID", "token"],
    async make() {
      const subscriber = await subscribers(() => daymark).makeUnconfirmed();
      return { subscriberID: subscriber.subscriber_id, token: tokenOf(subscriber) };
    },
  },
  { names: ["undoToken"], make: async () => ({ undoToken: await makeUndoToken() }) },
  {
    names: ["keyID"],
    make: async () => ({ keyID: (await answer(daymark.administrator.settings.apikeys.$post())).id }),
  },
];
/** The only update of a notice can't be deleted. */
const secondUpdate = { message: "We are at it." };

/** Creates the items whose names are in a text, such as ":componentID". */
async function makeFixtures(text: string): Promise<Fixtures> {
  const needed = makers.filter(({ names }) => names.some((name) => text.includes(`:${name}`)));
  const fixtures: Fixtures = { source: "generic", key: apiKey };
  for (const { make } of needed) Object.assign(fixtures, await make());
  // Others are items of the list at the path before their ID.
  const [, list = "", id = ""] = /(\/api\/(?:v0\/)?[\w-]+)\/:(\w+)/.exec(text) ?? [];
  if (id !== "" && !(id in fixtures))
    fixtures[id] = await makeFromExample(daymark, list.replace("/v0/", "/"));
  return fixtures;
}

async function makeWebhookOf(subscriberID: string): Promise<void> {
  const { db } = daymark;
  const now = new Date().toISOString();
  await db.batch([
    db
      .prepare("UPDATE subscribers SET channel = 'webhook', state = 'confirmed' WHERE subscriber_id = ?")
      .bind(subscriberID),
    db
      .prepare("INSERT OR IGNORE INTO endpoints (subscriber_id, address) VALUES (?, 'unreadable')")
      .bind(subscriberID),
    db
      .prepare("INSERT OR IGNORE INTO messages (message_id, kind, created_at) VALUES (?, 'incident', ?)")
      .bind(subscriberID, now),
    db
      .prepare(
        `INSERT OR REPLACE INTO deliveries (delivery_id, message_id, subscriber_id, channel, state, next_at)
        VALUES (1, ?1, ?1, 'webhook', 'sent', ?2)`,
      )
      .bind(subscriberID, now),
  ]);
}

const advice = "add the call to test/worker/tables/http/write-effects.test.ts";

test("every route that writes declares its effects", async () => {
  const declared: Record<string, Declared> = await (await fetch(`${daymark.url}/x-test-writes`)).json();
  const expected = Object.entries(writes).map(([route, { effects }]) => [route, effects]);
  const byRoute = { ...Object.fromEntries(expected), ...restoreWrites };
  expect(
    Object.fromEntries(Object.entries(declared).map(([route, { effects }]) => [route, effects])),
    advice,
  ).toEqual(byRoute);
});

test("the console has a sentence for each entry that a route or the schedule writes", async () => {
  const declared: Record<string, Declared> = await (await fetch(`${daymark.url}/x-test-writes`)).json();
  const scheduled = ["maintenance started", "maintenance completed", "maintenance undone"];
  const entries = new Set([
    ...Object.values(declared).flatMap(({ audit }) => audit.split(", ")),
    ...scheduled,
  ]);
  const missing = [...entries].filter((entry) => {
    const [kind = "", action = ""] = entry.split(" ");
    const ofKind: Record<string, unknown> =
      Object.entries(sentences).find(([each]) => each === kind)?.[1] ?? {};
    return entry !== "not audited" && ofKind[action] === undefined;
  });
  expect(missing, "add them to web/admin/audit/sentences.ts").toEqual([]);
  expect(entries.size).toBeGreaterThan(25);
});

test("every route that writes declares its entry in the audit log, or that it has none", async () => {
  const declared: Record<string, Declared> = await (await fetch(`${daymark.url}/x-test-writes`)).json();
  const expected = Object.entries(writes).map(([route, { audit = "not audited" }]) => [route, audit]);
  expect(
    Object.fromEntries(Object.entries(declared).map(([route, { audit }]) => [route, audit])),
    advice,
  ).toEqual({
    ...Object.fromEntries(expected),
    "POST /api/v0/restore": "archive restored",
    "POST /api/v0/restore/rows": "not audited",
    "POST /api/v0/restore/cancel": "archive cancelled",
  });
});

test("every route that writes what an archive has declares that it is refused during a restore", async () => {
  const declared: Record<string, Declared> = await (await fetch(`${daymark.url}/x-test-writes`)).json();
  const allowed = Object.keys(declared).filter((route) => declared[route]?.writesWhileRestoring);
  expect(allowed.sort()).toEqual([...writesWhileRestoring, ...Object.keys(restoreWrites)].sort());
});

/** Only compiled, never called: undeclared writes are compile errors. */
function undeclaredWrites({ writes, writeDb }: typeof WriteModule, reads: Db) {
  // @ts-expect-error A database that only reads can't write.
  void reads.insert;
  return new Hono<AppEnv>()
    .post("/undeclared", (c) => {
      // @ts-expect-error The route declares no write.
      const db: WriteDb = writeDb(c);
      return c.json(db);
    })
    .post("/console", writes([], "console"), (c) => {
      const declared: WriteDb<"console"> = writeDb(c);
      // @ts-expect-error The declaration says that no visitor sees the write.
      const other: WriteDb<"public"> = writeDb(c);
      return c.json([declared, other]);
    });
}

/** Only compiled, never called: a write outside a batch would have no effects. */
async function writesOutsideBatches(db: WriteDb<"public">, reads: Db) {
  const write = db.update(settings).set({ serviceName: "Acme" });
  // @ts-expect-error A write can't be awaited.
  await write;
  // @ts-expect-error A write that returns rows can't be awaited, either.
  await db.insert(settings).values({ id: 1 }).onConflictDoNothing().returning();
  // @ts-expect-error There is no other way to run it.
  await db.delete(settings).where(sql`true`).run();
  // @ts-expect-error Raw SQL may be a write.
  await db.run(sql`UPDATE settings SET service_name = 'Acme'`);
  // @ts-expect-error Raw SQL may be a write, even if it returns rows.
  await reads.all(sql`UPDATE settings SET service_name = 'Acme' RETURNING *`);
  await db.batch([write]);
}

test("a route that writes more than it declares, or outside a batch, doesn't compile", () => {
  expect([undeclaredWrites, writesOutsideBatches]).toHaveLength(2);
});

test("raw SQL in a batch raises the content version", async () => {
  const { writeDb, mayHaveWritten } = writeDatabase(drizzle(daymark.db), ["public"]);
  const raw = writeDb as unknown as DrizzleD1Database; // `WriteDb` has no `run`
  const before = await readVersions();
  await writeDb.batch([raw.run(sql`UPDATE settings SET service_name = 'Acme'`)]);
  expect((await readVersions()).version).toBeGreaterThan(before.version);
  expect(mayHaveWritten()).toBe(true);
});

test("the table has every route that writes", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  expect([...Object.keys(writes), ...Object.keys(restoreWrites)].sort(), advice).toEqual(
    routes.filter((route) => !route.startsWith("GET ")).sort(),
  );
});

test("each call of a restore raises the content version and purges the cache, and a repeated one does neither", async () => {
  const empty = await startDaymark();
  onTestFinished(() => empty.stop());
  const key = await makeApiKey(empty, { scopes: ["archive"] });
  const at = "2026-01-31T09:00:00.000Z";
  const componentGroups = ["groupAAAAAAA", "groupBBBBBBB"].map((groupID, order) => ({
    groupID,
    name: groupID,
    order,
    createdAt: at,
    updatedAt: at,
  }));
  const send = async (path: string, body: object) => {
    const init = { method: "POST", headers: { "x-api-key": key }, body: JSON.stringify(body) };
    const response = await empty.fetch(path, init);
    return { status: response.status, body: (await response.json()) as { archiveID: string } };
  };
  const effectsOf = async (path: string, body: object) => {
    const before = [(await readPurges(empty)).length, (await readVersions(empty)).version] as const;
    const { status } = await send(path, body);
    const purges = (await readPurges(empty)).slice(before[0]);
    return { status, purges, isRaised: (await readVersions(empty)).version > before[1] };
  };
  const stored = { status: 200, purges: [{ tags: ["public"] }], isRaised: true };
  const repeated = { status: 200, purges: [], isRaised: false };
  const manifest = manifestOf({ componentGroups });
  expect(await effectsOf("/api/v0/restore", manifest)).toEqual(stored);
  expect(await effectsOf("/api/v0/restore", manifest)).toEqual(repeated);
  const { archiveID } = (await send("/api/v0/restore", manifest)).body;
  const page = { archiveID, part: "componentGroups", position: 0, rows: componentGroups.slice(0, 1) };
  expect(await effectsOf("/api/v0/restore/rows", page)).toEqual(stored);
  expect(await effectsOf("/api/v0/restore/rows", page)).toEqual(repeated);
  expect(await effectsOf("/api/v0/restore/cancel", {})).toEqual(stored);
  expect(await effectsOf("/api/v0/restore/cancel", {})).toEqual({ ...repeated, status: 409 });
});

test.for(Object.entries(writes))(
  "%s raises the content version, purges the cache, queues email and is in the audit log exactly as declared, and only without a restore",
  async ([route, write]) => {
    const { body = {} } = write;
    // A refused call has no effects.
    const { effects, audit }: Write = write.errorStatus ? { effects: [] } : write;
    const bodyText = JSON.stringify(body);
    const fixtures = await makeFixtures(route + bodyText);
    if (write.isWebhook) await makeWebhookOf(fixtures.subscriberID ?? "");
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => fixtures[name] ?? "");
    const credentials = path.startsWith("/api/v0/")
      ? { "x-api-key": apiKey }
      : { Authorization: await daymark.token() };
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
    const send = (text: string | URLSearchParams | null, faults: Record<string, string> = {}) =>
      daymark.fetch(path, { method, headers: { ...credentials, ...faults }, body: text });

    const expectedPurges = effects.includes("public") ? [{ tags: ["public"] }] : [];
    const purgesBefore = await readPurges(daymark);
    const versionsBefore = await readVersions();
    const json = bodyText.replace(/":(\w+)"/g, (_, name: string) => `"${fixtures[name]}"`);
    const validBody = path.startsWith("/api/") ? json : form;
    if (!writesWhileRestoring.has(route)) {
      await beginRestore();
      const refused = await send(method === "DELETE" ? null : validBody);
      await daymark.db.exec("DELETE FROM archive_restores");
      expect([route, refused.status]).toEqual([route, write.errorStatus ?? 409]);
      if (!write.errorStatus) expect(await refused.text()).toContain("restored from an archive");
      const { version, seq } = await readVersions();
      expect([version, seq]).toEqual([versionsBefore.version, versionsBefore.seq]);
    }
    const response = await send(method === "DELETE" ? null : validBody);
    expect([route, response.status >= 400 && response.status]).toEqual([route, write.errorStatus ?? false]);
    expect(await readPurges(daymark)).toEqual([...purgesBefore, ...expectedPurges]);
    expect(await readEntries(versionsBefore.seq)).toEqual(audit?.split(", ") ?? []);
    const versionsAfter = await readVersions();
    expect(versionsAfter.version > versionsBefore.version).toBe(effects.includes("public"));
    expect(Number(response.headers.get("x-test-queued")) > 0).toBe(effects.includes("mail"));
    // The first use of an API key in an hour raises the console's version, too.
    if (!path.startsWith("/api/v0/"))
      expect(versionsAfter.console_version > versionsBefore.console_version).toBe(
        effects.includes("console"),
      );

    // A rejected request has no effects.
    const rejected = await send(method === "DELETE" ? null : "{");
    if (method !== "DELETE" && path.startsWith("/api/") && !route.endsWith("/apikeys")) {
      expect([route, rejected.status]).toEqual([route, write.errorStatus ?? 400]);
      expect(await readEntries(versionsAfter.seq)).toEqual([]);
      expect(await readPurges(daymark)).toEqual([...purgesBefore, ...expectedPurges]);
    }

    // A write whose response is lost may have been stored, so it has its effects.
    if (method !== "DELETE" && effects.includes("public") && !write.worksOnce) {
      const lost = await send(validBody, { "x-test-break-d1": "after-write" });
      expect([route, lost.status]).toEqual([route, 503]);
      expect(await readPurges(daymark)).toEqual([...purgesBefore, ...expectedPurges, ...expectedPurges]);
    }
  },
);
