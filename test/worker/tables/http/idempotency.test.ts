import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecretKey } from "../../../../tools/start/secret-key.ts";
import type { Vars } from "../../../../tools/start/workers.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { describedCalls, exampleBody } from "../../../support/factories/example-requests.ts";
import {
  makeApiKey,
  makeMetric,
  makeProposal,
  makeTeamChannel,
} from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { makeBrowser } from "../../../support/fakes/push-service.ts";
import { dump } from "../../../support/readers/dump.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey = "";
let metricID = "";
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
  // The first use of a key in an hour writes its time of use. It must not be the write whose response is lost below.
  await daymark.fetch("/api/v0/components", { headers: { "x-api-key": apiKey } });
  ({ metricID } = await makeMetric(daymark));
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await daymark.administrator.settings.$patch({ json: { emailNotification } });
  await daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } });
});
afterAll(() => daymark.stop());

interface Post {
  /** Names can be unique, so a body can depend on the key. */
  body: (key: string) => object;
  /** The address, if it differs with each key. */
  address?: () => Promise<string>;
  status: 200 | 201;
  /** The path of the list, or the table with an optional WHERE, that gets one more row. Undefined if a repeated request does no harm. */
  createsRowIn?: string;
  /** True if the first response is a 503 when D1 fails after its first write. */
  failsAfterWrite: boolean;
}

const creating = (createsRowIn: string, body: object): Post => ({
  body: () => body,
  status: 201,
  createsRowIn,
  failsAfterWrite: true,
});
const component = creating("components", { name: "API" });
const group = creating("component_groups", { name: "Platform" });
const incident = creating("notices WHERE kind = 'incident'", { name: "Down", status: "Investigating" });
const maintenance = creating("notices WHERE kind = 'maintenance'", {
  name: "Moving",
  status: "Scheduled",
  startAt: "2030-01-01T10:00:00.000Z",
  endAt: "2030-01-01T12:00:00.000Z",
});
const withEmailAddress = (emailAddress: string): Post => ({
  body: () => ({ emailAddress }),
  status: 200,
  failsAfterWrite: true,
});
function onChannel(action: string): Post {
  const address = async () => {
    await daymark.db.prepare("DELETE FROM subscribers WHERE is_team").run();
    channels += 1;
    const { channelID } = await makeTeamChannel(daymark, {
      address: `https://hooks.example.com/of-${channels}`,
    });
    return `/api/channels/${channelID}/${action}`;
  };
  return { address, body: () => ({}), status: 200, failsAfterWrite: true };
}
function publication(base: string): Post {
  const address = async () => `${base}/${(await makeProposal(daymark)).proposalID}/publish`;
  return { ...creating("notices WHERE kind = 'incident'", {}), address };
}
let channels = 0;
const ofSubscriber = withEmailAddress("nobody@example.com");

const aMinuteAgo = new Date(Date.now() - MINUTE_MS).toISOString();

const { endpoint, keys: browserKeys } = makeBrowser("https://fcm.googleapis.com");
const pushing = (body: object): Post => ({ body: () => body, status: 200, failsAfterWrite: true });

const listed: Record<string, Post> = {
  "/api/components": component,
  "/api/v0/components": component,
  "/api/groups": group,
  "/api/v0/groups": group,
  "/api/incidents": incident,
  "/api/v0/incidents": incident,
  "/api/maintenances": maintenance,
  "/api/v0/maintenances": maintenance,
  "/api/proposals/:proposalID/publish": publication("/api/proposals"),
  "/api/v0/proposals/:proposalID/publish": publication("/api/v0/proposals"),
  "/api/preview": { body: () => ({ kind: "incident" }), status: 200, failsAfterWrite: false },
  "/api/preview/alert-rules": { body: () => ({ holdMinutes: 1 }), status: 200, failsAfterWrite: false },
  "/api/undo/:undoToken": {
    address: makeUndoableIncident,
    body: () => ({}),
    status: 200,
    failsAfterWrite: true,
  },
  "/api/metrics": creating("metrics", { type: "Self", title: "Latency" }),
  "/api/settings/apikeys": creating("api_keys", { name: "Script" }),
  "/api/settings/logos": creating("settings WHERE logo_id <> ''", { data: dataURL(onePixelPNG) }),
  "/api/channels": {
    ...creating("subscribers WHERE is_team", {}),
    body: (key) => ({ name: "Operations", address: `https://hooks.example.com/${key.replaceAll('"', "")}` }),
  },
  "/api/channels/:channelID/test": onChannel("test"),
  "/api/channels/:channelID/secret": onChannel("secret"),
  "/api/subscribers/subscribe": {
    ...withEmailAddress("reader@example.com"),
    createsRowIn: "messages WHERE kind = 'confirmation'",
  },
  "/api/subscribers/erase": ofSubscriber,
  "/api/v0/subscribers/erase": ofSubscriber,
  "/api/subscribers/push": pushing({ endpoint, keys: browserKeys }),
  "/api/subscribers/push/find": { ...pushing({ endpoint }), failsAfterWrite: false },
  "/api/subscribers/push/unsubscribe": pushing({ endpoint }),
  "/api/subscribers/find": ofSubscriber,
  "/api/v0/subscribers/find": ofSubscriber,
  "/api/subscribers/search": { ...ofSubscriber, body: () => ({ search: "nobody" }) },
  "/api/v0/subscribers/search": { ...ofSubscriber, body: () => ({ search: "nobody" }) },
  "/api/mail/test": withEmailAddress("admin@example.com"),
  "/api/v0/metrics/data": {
    body: () => ({ [metricID]: [{ timestamp: aMinuteAgo, value: 1 }] }),
    status: 200,
    failsAfterWrite: false,
  },
};

/** Every POST of the API. One that isn't listed creates a named item of the list at its path, from its example. */
const posts: Record<string, Post> = {
  ...Object.fromEntries(
    [...describedCalls].flatMap(([route, { responses }]): [string, Post][] => {
      const [method, path = ""] = route.split(" ");
      const isCreation = method === "POST" && responses?.[201] && describedCalls.has(`GET ${path}`);
      if (!isCreation) return [];
      const body = (key: string) => ({ ...exampleBody(route), name: `Item ${key.replaceAll('"', "")}` });
      return [[path, { body, status: 201, createsRowIn: path, failsAfterWrite: true }]];
    }),
  ),
  ...listed,
};

/**
 * Monitoring services call the first ones, and email services. They can't send this header, and what they repeat changes nothing
 * more. The others store nothing, least of all tokens.
 */
const withoutIdempotencyKey = [
  ...["/api/hooks/ses", "/api/hooks/resend", "/api/hooks/postmark"],
  ...["/api/v0/alerts/:source", "/api/v0/alerts/:source/:key"],
  ...["provider", "token", "refresh", "revoke", "activate", "setup", "setup/candidates"].map(
    (call) => `/api/sign-in/${call}`,
  ),
  "/api/settings/sign-in/candidates",
];

/** They need an empty installation, and archive.test.ts repeats them there. */
const restorePosts = ["/api/v0/restore", "/api/v0/restore/rows", "/api/v0/restore/cancel"];

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};

async function makeUndoableIncident(): Promise<string> {
  const headers = { Authorization: await daymark.token(), Prefer: "undo" };
  const init = { method: "POST", headers, body: JSON.stringify(incident.body("")) };
  return (await daymark.fetch("/api/incidents", init)).headers.get("Undo") ?? "";
}

/** A repeat goes to the address of the first request. */
const addresses = new Map<string | undefined, Promise<string>>();

async function post(
  path: string,
  key: string | undefined,
  extraHeaders: Record<string, string> = {},
  body?: object,
) {
  const headers = {
    ...(path.startsWith("/api/v0/") ? { "x-api-key": apiKey } : { Authorization: await daymark.token() }),
    ...(key !== undefined && { "Idempotency-Key": key }),
    ...extraHeaders,
  };
  const json = JSON.stringify(body ?? posts[path]?.body(key ?? newKey()));
  const makeAddress = posts[path]?.address;
  const keyText = key?.replaceAll('"', "");
  if (makeAddress && !addresses.has(keyText)) addresses.set(keyText, makeAddress());
  const address = makeAddress ? ((await addresses.get(keyText)) ?? path) : path;
  const response = await daymark.fetch(address, { method: "POST", headers, body: json });
  const { status } = response;
  return { status, answer: (await response.json()) as Record<string, unknown>, headers: response.headers };
}

async function countRows(tableAndCondition: string): Promise<number> {
  if (tableAndCondition.startsWith("/api/")) {
    const headers = { Authorization: await daymark.token(), "x-api-key": apiKey };
    const items: unknown[] = await (await daymark.fetch(`${tableAndCondition}?fresh=1`, { headers })).json();
    return items.length;
  }
  const row = await daymark.db
    .prepare(`SELECT count(*) AS count FROM ${tableAndCondition}`)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

const countStoredResponses = () => countRows("idempotency_keys WHERE answer <> ''");

const breakD1AfterWrite = { "x-test-break-d1": "after-write" };

test("every write of the API takes an Idempotency-Key, and the OpenAPI description documents it", async () => {
  const routes = (await (await daymark.fetch("/x-test-routes")).json()) as string[];
  const writes = [
    ...new Set(routes.flatMap((route) => /^(?:POST|PATCH|PUT|DELETE) \/api\/.*$/.exec(route)?.[0] ?? [])),
  ];
  const postPaths = writes.flatMap((route) => /^POST (.*)$/.exec(route)?.[1] ?? []);
  expect(
    [...Object.keys(posts), ...restorePosts, ...withoutIdempotencyKey].sort(),
    "add the call to test/worker/tables/http/idempotency.test.ts",
  ).toEqual(postPaths.sort());
  const { paths } = (await (await daymark.fetch("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const documented = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === "Idempotency-Key"))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const missing = withoutIdempotencyKey.map((path) => `POST ${path}`);
  expect([...documented, ...missing].sort()).toEqual(writes.sort());
});

describe("a repeat of a request that was stored but got a 503 gets the stored result", () => {
  test.for(Object.entries(posts).filter(([path]) => !path.endsWith("/test")))(
    "%s",
    async ([path, { status, createsRowIn, failsAfterWrite }]) => {
      const before = createsRowIn === undefined ? 0 : await countRows(createsRowIn);
      const key = newKey();
      const first = await post(path, key, breakD1AfterWrite);
      expect(first.status).toBe(failsAfterWrite ? 503 : status);
      if (createsRowIn !== undefined) expect(await countRows(createsRowIn)).toBe(before + 1);
      const second = await post(path, key);
      expect(second.status).toBe(status);
      const third = await post(path, key);
      expect([third.status, third.answer]).toEqual([status, second.answer]);
      if (createsRowIn !== undefined) expect(await countRows(createsRowIn)).toBe(before + 1);
    },
  );

  test("a logo is stored although its response was lost", async () => {
    const key = newKey();
    await post("/api/settings/logos", key, breakD1AfterWrite);
    const { answer } = await post("/api/settings/logos", key);
    expect((await daymark.fetch(`/logos/${answer.id}`)).status).toBe(200);
    expect((await daymark.fetch(`/logos/${answer.id}@2x`)).status).toBe(200);
  });
});

describe("a repeated request gets the same response and writes nothing", () => {
  test.for(Object.entries(posts))("%s", async ([path, { status, createsRowIn }]) => {
    const key = newKey();
    const storedBefore = await countStoredResponses();
    const first = await post(path, key);
    expect(first.status).toBe(status);
    const rowsAfterFirst = createsRowIn === undefined ? 0 : await countRows(createsRowIn);
    if (!/find$|search$|data$|preview/.test(path))
      await expect.poll(countStoredResponses).toBe(storedBefore + 1);
    const second = await post(path, `"${key}"`);
    expect([second.status, second.answer]).toEqual([status, first.answer]);
    if (createsRowIn !== undefined) expect(await countRows(createsRowIn)).toBe(rowsAfterFirst);
  });

  test("the same response even after the created item was changed or deleted", async () => {
    const key = newKey();
    const storedBefore = await countStoredResponses();
    const { answer } = await post("/api/components", key);
    await expect.poll(countStoredResponses).toBe(storedBefore + 1);
    const param = { componentID: String(answer.componentID) };
    await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "Another" } });
    expect((await post("/api/components", key)).answer).toEqual(answer);
    await daymark.administrator.components[":componentID"].$delete({ param });
    expect((await post("/api/components", key)).answer).toEqual(answer);
  });

  test("simultaneous requests with the same key send one test email", async () => {
    const countMails = async () => (await daymark.mails()).length;
    const before = await countMails();
    const key = newKey();
    const responses = await Promise.all([1, 2, 3].map(() => post("/api/mail/test", key)));
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).not.toHaveLength(0);
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await countMails()) - before).toBe(1);
  });

  test("after an error the test email can be sent with the same key", async () => {
    const key = newKey();
    const path = "/api/mail/test";
    expect((await post(path, key, {}, { emailAddress: "é@example.com" })).status).toBe(400);
    expect((await post(path, key)).status).toBe(200);
  });
});

describe("simultaneous requests with the same key create one item", () => {
  test.for(Object.entries(posts).filter(([, { createsRowIn }]) => createsRowIn !== undefined))(
    "%s",
    async ([path, { status, createsRowIn = "" }]) => {
      const before = path.endsWith("logos") ? 0 : await countRows(createsRowIn);
      const key = newKey();
      // The default address already got its confirmation email.
      const body = path.endsWith("subscribe") ? { emailAddress: "another@example.com" } : undefined;
      const responses = await Promise.all([1, 2, 3, 4].map(() => post(path, key, {}, body)));
      expect(responses.map((response) => response.status)).toEqual([status, status, status, status]);
      expect(new Set(responses.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
      expect(await countRows(createsRowIn)).toBe(before + 1);
      if (path.endsWith("logos"))
        expect((await daymark.fetch(`/logos/${responses[0]?.answer.id}`)).status).toBe(200);
    },
  );
});

describe("a repeated PATCH or DELETE, whose response was lost, does nothing twice", () => {
  async function send(method: string, path: string, key: string, body?: object, headers?: object) {
    const response = await daymark.fetch(path, {
      method,
      headers: { Authorization: await daymark.token(), "Idempotency-Key": key, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, etag: response.headers.get("ETag"), answer: text && JSON.parse(text) };
  }

  test("an update is posted once, although If-Match is stale by then", async () => {
    const { answer } = await post("/api/incidents", newKey());
    const path = `/api/incidents/${answer.incidentID}`;
    const [key, body] = [newKey(), { status: "Identified", message: "A disk is full." }];
    const version = { "If-Match": `"${answer.updatedAt}"` };
    expect((await send("PATCH", path, key, body, { ...version, ...breakD1AfterWrite })).status).toBe(503);
    const repeated = await send("PATCH", path, key, body, version);
    expect([repeated.status, repeated.answer.incidentUpdates.length]).toEqual([200, 2]);
    expect(await send("PATCH", path, key, body, version)).toEqual(repeated);
    expect((await send("PATCH", path, newKey(), body, version)).status).toBe(409);
    const other = await send("PATCH", path, key, { message: "Other" }, version);
    expect([other.status, other.answer.current]).toEqual([422, repeated.answer]);
  });

  test("simultaneous changes with the same key are one", async () => {
    const { answer } = await post("/api/incidents", newKey());
    const path = `/api/incidents/${answer.incidentID}`;
    const key = newKey();
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => send("PATCH", path, key, { message: "Still looking." })),
    );
    expect(new Set(results.map(({ answer: each }) => JSON.stringify(each))).size).toBe(1);
    expect(results[0]?.answer.incidentUpdates).toHaveLength(2);
  });

  test("a repeated deletion succeeds, and a new item with the same key's path isn't touched", async () => {
    const { answer } = await post("/api/components", newKey());
    const path = `/api/components/${answer.componentID}`;
    const key = newKey();
    for (const headers of [breakD1AfterWrite, {}, {}])
      expect((await send("DELETE", path, key, undefined, headers)).status).toBeOneOf([204, 503]);
    expect((await send("DELETE", path, key)).status).toBe(204);
  });

  test("statuses of several components, settings and a key's deletion", async () => {
    const { answer: one } = await post("/api/components", newKey());
    const body = { components: [{ componentID: one.componentID, status: "Major Outage" }] };
    const key = newKey();
    expect((await send("PATCH", "/api/components", key, body, breakD1AfterWrite)).status).toBe(503);
    const { status, answer } = await send("PATCH", "/api/components", key, body);
    expect([status, answer]).toMatchObject([200, [{ componentID: one.componentID, status: "Major Outage" }]]);
    const settingsKey = newKey();
    const settings = { serviceName: "Acme" };
    expect((await send("PATCH", "/api/settings", settingsKey, settings, breakD1AfterWrite)).status).toBe(503);
    const saved = await send("PATCH", "/api/settings", settingsKey, settings);
    expect([saved.status, saved.answer.serviceName]).toEqual([200, "Acme"]);
    const { answer: apiKeyItem } = await post("/api/settings/apikeys", newKey());
    const deletion = newKey();
    for (const _ of [1, 2])
      expect((await send("DELETE", `/api/settings/apikeys/${apiKeyItem.id}`, deletion)).status).toBe(204);
  });
});

/** A response is stored after it was sent. */
function waitForStoredResponse() {
  const last = "SELECT answer <> '' AS stored FROM idempotency_keys ORDER BY rowid DESC LIMIT 1";
  return expect.poll(() => daymark.db.prepare(last).first("stored")).toBe(1);
}

/** Reads only the tables that these POSTs write, because queues of earlier tests still write to others. */
async function readWrittenTables() {
  const tables = [
    "components",
    "status_changes",
    "notices",
    "notice_updates",
    "content_version",
    "idempotency_keys",
  ];
  const queries = tables.map((table) => daymark.db.prepare(`SELECT * FROM ${table}`));
  return (await daymark.db.batch(queries)).map(({ results }) => results);
}

test("a key that was used for a different body or path gets 422 and writes nothing", async () => {
  const key = newKey();
  const { answer } = await post("/api/components", key);
  await waitForStoredResponse();
  const before = await readWrittenTables();
  const errorMessage =
    "This Idempotency-Key was already used for a different request. Nothing was changed. Send this request with a new key.";
  expect(await post("/api/components", key, {}, { name: "Other" })).toMatchObject({
    status: 422,
    answer: { errorMessage, current: answer },
  });
  const onOtherPath = await post("/api/incidents", key);
  expect([onOtherPath.status, onOtherPath.answer]).toEqual([422, { errorMessage }]);
  expect(await readWrittenTables()).toEqual(before);
});

test("two callers can use the same key", async () => {
  const key = newKey();
  const first = await post("/api/components", key);
  const second = await post("/api/components", key, {
    Authorization: await daymark.token({ sub: "another-user" }),
  });
  const script = await post("/api/v0/components", key);
  const ids = [first, second, script].map(({ answer }) => answer.componentID);
  expect(new Set(ids).size).toBe(3);
});

test.for(["/api/settings/apikeys", "/api/channels"])(
  "a repeated POST to %s doesn't show the secret of an item that was deleted",
  async (path) => {
    const key = newKey();
    const body = {
      name: "Deleted soon",
      ...(path === "/api/channels" && { address: "https://hooks.example.com/gone" }),
    };
    const created = await post(path, key, {}, body);
    await waitForStoredResponse();
    expect((await post(path, key, {}, body)).answer).toEqual(created.answer);
    const headers = { Authorization: await daymark.token() };
    await daymark.fetch(`${path}/${created.answer.id ?? created.answer.channelID}`, {
      method: "DELETE",
      headers,
    });
    expect((await post(path, key, {}, body)).status).toBe(404);
  },
);

test("a key can be used again after an error", async () => {
  const key = newKey();
  const unknownComponent = {
    name: "Down",
    status: "Investigating",
    components: [{ componentID: "x", status: "Operational" }],
  };
  expect((await post("/api/incidents", key, {}, unknownComponent)).status).toBe(400);
  expect((await post("/api/incidents", key, { "x-test-break-d1": "all" })).status).toBe(503);
  expect((await post("/api/incidents", key)).status).toBe(201);
});

test.for([
  ["", "which is empty"],
  ["x".repeat(256), "which has 256 characters"],
  ["a b", "with a space"],
  ["schlüssel", "with an umlaut"],
])("the key '%s', %s, gets 400", async ([key]) => {
  for (const path of ["/api/components", "/api/v0/metrics/data"]) {
    // `fetch` takes each byte of a header value as a Latin-1 character.
    const { status, answer } = await post(path, Buffer.from(key ?? "").toString("latin1"));
    expect([status, answer.errorMessage]).toEqual([
      400,
      "The Idempotency-Key must be 1 to 255 ASCII characters without spaces, for example a UUID.",
    ]);
  }
});

test("the database holds neither responses nor keys in plain text", async () => {
  const storedBefore = await countStoredResponses();
  const key = "a-key-to-look-for";
  const { answer } = await post("/api/settings/apikeys", key);
  await expect.poll(countStoredResponses).toBe(storedBefore + 1);
  const database = await dump(daymark);
  expect(String(answer.value)).toHaveLength(40);
  expect(database).not.toContain(String(answer.value));
  expect(database).not.toContain(key);
});

test("stored hashes depend on the secret key, so that nobody can test a guess at an erased email address", async () => {
  const readHashes = async (vars: Vars) => {
    const instance = await startDaymark({ vars });
    const headers = { Authorization: await instance.token(), "Idempotency-Key": "erasing" };
    const body = JSON.stringify({ emailAddress: "reader@example.com" });
    expect((await instance.fetch("/api/subscribers/erase", { method: "POST", headers, body })).status).toBe(
      200,
    );
    const { results } = await instance.db.prepare("SELECT key_hash, fingerprint FROM idempotency_keys").all();
    await instance.stop();
    return results.flatMap((row) => Object.values(row));
  };
  const hashes = [
    ...(await readHashes({ SECRET_KEY: newSecretKey() })),
    ...(await readHashes({ SECRET_KEY: newSecretKey() })),
  ];
  expect(hashes).toHaveLength(4);
  expect(new Set(hashes).size).toBe(4);
});

test("a preflight response allows the Idempotency-Key header", async () => {
  const headers = {
    Origin: "https://example.com",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "idempotency-key,x-api-key",
  };
  const response = await daymark.fetch("/api/v0/incidents", { method: "OPTIONS", headers });
  expect(response.headers.get("Access-Control-Allow-Headers")?.split(",")).toContain("idempotency-key");
});

test("a key costs two statements, and one more that stores the response; no key costs none", async () => {
  const statements = async (path: string, key?: string) =>
    Number((await post(path, key)).headers.get("x-test-statements"));
  // The statements: one that fails during a restore, a guard, making room for the order, the component, its status, two for the
  // audit log, the content version and, in a batch of its own, one for the changed fields.
  expect(await statements("/api/components")).toBe(9);
  // The statement that stores the response can run before or after the response is sent.
  expect([11, 12]).toContain(await statements("/api/components", newKey()));
});

test("keys expire after 24 hours, and each minute deletes at most 1,000 of them", async () => {
  await daymark.db.exec("DELETE FROM idempotency_keys");
  const key = newKey();
  const first = await post("/api/v0/components", key);
  const yesterday = new Date(Date.now() - 25 * HOUR_MS).toISOString();
  await daymark.db.prepare("UPDATE idempotency_keys SET claimed_at = ?").bind(yesterday).run();
  await daymark.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500)
      INSERT INTO idempotency_keys SELECT value, '', '', '', ? FROM n`,
    )
    .bind(new Date(Date.now() - 24.5 * HOUR_MS).toISOString())
    .run();
  // An expired key has no effect, even before its row is deleted.
  const repeated = await post("/api/v0/components", key);
  expect([repeated.status, repeated.answer.componentID === first.answer.componentID]).toEqual([201, false]);
  const rowsAfterMinute = [];
  for (let minute = 0; minute < 3; minute += 1) {
    await daymark.runCron(new Date().toISOString());
    rowsAfterMinute.push(await countRows("idempotency_keys"));
  }
  expect(rowsAfterMinute).toEqual([1501, 501, 1]);
});
