import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppEnv } from "../../worker/env.ts";
import type * as Declarations from "../../worker/http/write.ts";
import type { Db, Effect, WriteDb } from "../../worker/storage/db.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { tokenOf } from "../support/subscription-links.ts";
import { subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  key = await makeApiKey(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  // Past the API, which would try a mail first.
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'");
});
afterAll(() => daymark.stop());

const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
const incident = { name: "API is down", status: "Investigating" };
const maintenance = { name: "Moving house", status: "Scheduled", ...window };

interface Write {
  /** What follows from it: visitors see it, administrators see it, or email goes out. */
  effects: Effect[];
  /** A text such as ":componentID" stands for the id of what was made for the write. */
  body?: object;
  /** The status that it is refused with here, whatever its body. */
  refused?: 403;
}

/** The same under /api, for administrators, and under /api/v0, for keys. */
const shared: Record<string, Write> = {
  "POST /components": { effects: ["public"], body: { name: "API" } },
  "PATCH /components": {
    effects: ["public"],
    body: { components: [{ componentID: ":componentID", status: "Major Outage" }] },
  },
  "PATCH /components/:componentID": { effects: ["public"], body: { name: "Changed" } },
  "DELETE /components/:componentID": { effects: ["public"] },
  "POST /incidents": { effects: ["public", "mail"], body: incident },
  "PATCH /incidents/:incidentID": {
    effects: ["public", "mail"],
    body: { status: "Monitoring", message: "Mended." },
  },
  "PATCH /incidents/:incidentID/incidentupdates/:incidentUpdateID": {
    effects: ["public"],
    body: { message: "Changed" },
  },
  "DELETE /incidents/:incidentID/incidentupdates/:incidentUpdateID": { effects: ["public"] },
  "DELETE /incidents/:incidentID": { effects: ["public"] },
  "POST /maintenances": { effects: ["public", "mail"], body: maintenance },
  "PATCH /maintenances/:maintenanceID": { effects: ["public", "mail"], body: { status: "In Progress" } },
  "PATCH /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": {
    effects: ["public"],
    body: { message: "Changed" },
  },
  "DELETE /maintenances/:maintenanceID/maintenanceupdates/:maintenanceUpdateID": { effects: ["public"] },
  "DELETE /maintenances/:maintenanceID": { effects: ["public"] },
};

const below = (base: string) =>
  Object.fromEntries(Object.entries(shared).map(([write, what]) => [write.replace("/", `${base}/`), what]));

/** Every call of the product that writes. */
const writes: Record<string, Write> = {
  ...below("/api"),
  ...below("/api/v0"),
  "POST /api/metrics": { effects: ["public"], body: { type: "Self", title: "Response time" } },
  "PATCH /api/metrics/:metricID": { effects: ["public"], body: { status: "Visible" } },
  "DELETE /api/metrics/:metricID": { effects: ["public"] },
  "PATCH /api/settings": { effects: ["public"], body: { serviceName: "Acme" } },
  "POST /api/settings/logos": { effects: ["public"], body: { data: dataURL(onePixelPNG) } },
  "DELETE /api/settings/logos/:logoID": { effects: ["public"] },
  "POST /api/settings/apikeys": { effects: ["console"] },
  "DELETE /api/settings/apikeys/:keyID": { effects: ["console"] },
  "POST /api/subscribers/subscribe": { effects: ["mail"], body: { emailAddress: "somebody@example.com" } },
  "POST /api/subscribers/find": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /api/subscribers/erase": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/subscribers/find": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/subscribers/erase": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /api/v0/metrics/data": { effects: [] },
  // Its caller has to sign what it says.
  "POST /api/hooks/ses": { effects: [], refused: 403 },
  "POST /api/mail/test": { effects: [], body: { emailAddress: "somebody@example.com" } },
  "POST /subscribe": { effects: ["mail"], body: { emailAddress: "somebody.else@example.com" } },
  "POST /subscriptions/:subscriberID/:token": { effects: [] },
  "POST /subscriptions/:subscriberID/:token/confirm": { effects: [] },
  "POST /subscriptions/:subscriberID/:token/unsubscribe": { effects: [] },
};

/** What the cache in front of the Worker was told to forget, since the Worker started. */
async function purges(): Promise<unknown[]> {
  return JSON.parse((await daymark.fetch("/api/health")).headers.get("x-test-purges") ?? "");
}

async function readVersions(): Promise<{ version: number; console_version: number }> {
  const versions = await daymark.db
    .prepare("SELECT version, console_version FROM content_version")
    .first<{ version: number; console_version: number }>();
  return versions ?? { version: 0, console_version: 0 };
}

/** Things to write to, made anew for each write. */
async function make(): Promise<Record<string, string>> {
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  // With a second update each, so that one can be deleted.
  const json = { message: "We are at it." };
  const { incidentUpdates } = await answer(
    administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }),
  );
  const { maintenanceUpdates } = await answer(
    administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
  );
  const { metricID } = await makeMetric(daymark);
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  const subscriber = await subscribers(() => daymark).asked();
  return {
    subscriberID: subscriber.subscriber_id,
    token: tokenOf(subscriber),
    componentID,
    incidentID,
    incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "",
    maintenanceID,
    maintenanceUpdateID: maintenanceUpdates[0]?.maintenanceUpdateID ?? "",
    metricID,
    logoID: logo.id,
    keyID: (await answer(administrator.settings.apikeys.$post())).id,
  };
}

/** A GET that writes counts emails anew where a version before has left them uncounted. */
const readsThatWrite = { "GET /api/mail/messages": [] };

test("every call that writes declares what follows from it", async () => {
  const declared: Record<string, Effect[]> = await (await fetch(`${daymark.url}/x-test-writes`)).json();
  const expected = Object.entries(writes).map(([route, { effects }]) => [route, effects]);
  expect(declared).toEqual({ ...Object.fromEntries(expected), ...readsThatWrite });
});

/** Checked by the compiler and never called: what a route may not write doesn't compile. */
function undeclaredWrites({ writes, writeDb }: typeof Declarations, reads: Db) {
  // @ts-expect-error A database that only reads can't write.
  void reads.insert;
  return new Hono<AppEnv>()
    .post("/undeclared", (c) => {
      // @ts-expect-error The route declares no write.
      const db: WriteDb = writeDb(c);
      return c.json(db);
    })
    .post("/console", writes("console"), (c) => {
      const declared: WriteDb<"console"> = writeDb(c);
      // @ts-expect-error The declaration says that no visitor sees the write.
      const other: WriteDb<"public"> = writeDb(c);
      return c.json([declared, other]);
    });
}

test("a route that writes more than it declares does not compile", () => {
  expect(undeclaredWrites).toBeTypeOf("function");
});

test("the table has every call that writes", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  expect(Object.keys(writes).sort()).toEqual(routes.filter((route) => !route.startsWith("GET ")).sort());
});

test.for(Object.entries(writes))("%s raises, purges and sends what it declares", async ([route, write]) => {
  const made = await make();
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => made[name] ?? "");
  const { effects, body = { [made.metricID ?? ""]: [{ timestamp: new Date().toISOString(), value: 1 }] } } =
    write;
  const credentials = path.startsWith("/api/v0/")
    ? { "x-api-key": key }
    : { Authorization: await daymark.token() };
  const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
  const send = (text: string | URLSearchParams | null) =>
    daymark.fetch(path, { method, headers: credentials, body: text });

  const purged = effects.includes("public") ? [{ tags: ["public"] }] : [];
  const before = await purges();
  const versions = await readVersions();
  const filledIn = JSON.stringify(body).replace(/":(\w+)"/g, (_, name: string) => `"${made[name]}"`);
  const sent = path.startsWith("/api/") ? filledIn : form;
  const response = await send(method === "DELETE" ? null : sent);
  expect([route, response.status >= 400 && response.status]).toEqual([route, write.refused ?? false]);
  expect(await purges()).toEqual([...before, ...purged]);
  const after = await readVersions();
  expect(after.version > versions.version).toBe(effects.includes("public"));
  expect(Number(response.headers.get("x-test-queued")) > 0).toBe(effects.includes("mail"));
  // A key's first use in an hour is shown to administrators, too.
  if (!path.startsWith("/api/v0/"))
    expect(after.console_version > versions.console_version).toBe(effects.includes("console"));

  // Refused, it changes nothing for anybody.
  const refused = await send(method === "DELETE" ? null : "{");
  if (method !== "DELETE" && path.startsWith("/api/") && !route.endsWith("/apikeys")) {
    expect([route, refused.status]).toEqual([route, write.refused ?? 400]);
    expect(await purges()).toEqual([...before, ...purged]);
  }
});
