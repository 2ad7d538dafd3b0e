import { afterAll, beforeAll, expect, test } from "vitest";
import { configuredRates } from "../../../tools/start/workers.ts";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
} from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
/** The limits of wrangler.toml, divided by so much that reaching them takes few requests. */
const rates = { KEY_RATE: 100, CREATION_RATE: 20, GUESS_RATE: 20 };
beforeAll(async () => {
  daymark = await startDaymark({ rates });
});
afterAll(() => daymark.stop());

interface KeyRequest {
  key: string;
  path: string;
  method?: string;
  body?: object;
  network?: string;
  /** Headers that stop the clock or break D1. */
  faults?: Record<string, string>;
}

async function send({ key, path, method = "GET", body, network = "192.0.2.1", faults }: KeyRequest) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { ...faults, "x-api-key": key, "CF-Connecting-IP": network },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: await response.json(),
    retryAfter: response.headers.get("Retry-After"),
    statements: Number(response.headers.get("x-test-statements")),
  };
}

/** One more lookup than the limit is tolerated. */
const LOOKUPS_OF_A_MINUTE = rates.GUESS_RATE + 1;
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const wrongKey = (n: number) => `wrong${n}`.padEnd(40, "x");
const unknownMetricID = (n: number) => `none${n}`.padEnd(12, "x");

test("the limits are those that the messages say", async () => {
  expect(await configuredRates("worker")).toMatchObject({ KEY_RATE: 600, CREATION_RATE: 60, GUESS_RATE: 60 });
});

test("a wrong key is looked up once and then rejected from memory", async () => {
  const responses = [];
  for (let n = 0; n < 20; n += 1) responses.push(await send({ key: wrongKey(999), path: "/components" }));
  expect(responses.map(({ status, statements }) => [status, statements])).toEqual([
    [401, 1],
    ...Array(19).fill([401, 0]),
  ]);
});

/** Stops the Worker's clock during a request. Each test uses another time, at which what others left in memory has expired. */
const stopClockAt = (iso: string, laterMs = 0) => ({
  "x-test-now": new Date(Date.parse(iso) + laterMs).toISOString(),
});

test("new wrong keys from one network cost at most as many reads a minute as the limit, and valid keys keep working there", async () => {
  const network = "2001:db8::1";
  const faults = stopClockAt("2030-01-01T12:00:00Z");
  const [key, unused] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  expect((await send({ key, path: "/components", network, faults })).status).toBe(200);
  const responses = [];
  for (let n = 0; n < 60; n += 1) {
    const otherAddress = `2001:db8::${(n + 2).toString(16)}`;
    responses.push(await send({ key: wrongKey(n), path: "/components", network: otherAddress, faults }));
  }
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThanOrEqual(60 - LOOKUPS_OF_A_MINUTE);
  expect(sum(rejected.map(({ statements }) => statements))).toBe(1);
  expect([rejected[0]?.retryAfter, rejected[0]?.body]).toEqual([
    "60",
    expect.objectContaining({
      errorMessage: "Too many wrong API keys from your network. Please try again in a minute.",
    }),
  ]);
  expect((await send({ key, path: "/components", network, faults })).status).toBe(200);
  expect((await send({ key: unused, path: "/components", network, faults })).status).toBe(200);
});

/** Sends wrong keys from `network` until it gets 429. After that, other wrong keys from it get 429 as well. */
async function blockNetwork(network: string, faults: Record<string, string>, name: string) {
  for (let n = 0; n < 3 * LOOKUPS_OF_A_MINUTE; n += 1) {
    const key = `${name}${n}`.padEnd(40, "x");
    if ((await send({ key, path: "/components", network, faults })).status === 429) return;
  }
  throw new Error(`${network} was not blocked.`);
}

/** Requests from any Cloudflare customer's Worker come from this address. */
const WORKERS_NETWORK = "2a06:98c0:3600::103";

test("in a blocked network, a valid key costs the same and stops working once it is deleted", async () => {
  const at = "2030-02-01T12:00:00Z";
  const faults = stopClockAt(at);
  const [key, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  await blockNetwork(WORKERS_NETWORK, faults, "deleted");
  const path = "/components";
  const fromOtherNetwork = await send({ key: other, path, faults });
  const fromBlocked = await send({ key, path, network: WORKERS_NETWORK, faults });
  expect([fromBlocked.status, fromBlocked.statements]).toEqual([200, fromOtherNetwork.statements]);

  const { apiKeys } = await answer(daymark.administrator.settings.$get());
  const keyID = apiKeys.find(({ value }) => value === key)?.id ?? "";
  await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
  const newKey = await makeApiKey(daymark);
  const responses = [];
  for (const sentKey of [key, key, newKey])
    responses.push(await send({ key: sentKey, path, network: WORKERS_NETWORK, faults }));
  expect(responses.map(({ status, statements }) => [status, statements])).toEqual([
    [401, 1],
    [401, 0],
    // A key created after the hashes were read works once they are read again.
    [429, 0],
  ]);
  expect(
    (await send({ key: newKey, path, network: WORKERS_NETWORK, faults: stopClockAt(at, 60_000) })).status,
  ).toBe(200);
});

/** Returns a network that is still blocked when the hashes are a minute old, so its next request reads them again. */
async function blockUntilRefresh(at: string, name: string): Promise<string> {
  await blockNetwork(`${name} first`, stopClockAt(at), `${name}1`);
  const network = `${name} second`;
  await blockNetwork(network, stopClockAt(at, 59_999), `${name}2`);
  return network;
}

test("concurrent keys from a blocked network read the hashes once", async () => {
  const at = "2030-03-01T12:00:00Z";
  const network = await blockUntilRefresh(at, "single");
  const key = await makeApiKey(daymark);
  const faults = { ...stopClockAt(at, 60_000), "x-test-slow-d1": "100" };
  const sent = Array.from({ length: 30 }, (_, n) => `burst${n}`.padEnd(40, "x"));
  const responses = await Promise.all(
    [...sent, key].map((one) => send({ key: one, path: "/components", network, faults })),
  );
  expect(responses.map(({ status }) => status)).toEqual([...sent.map(() => 429), 200]);
  expect(sum(responses.slice(0, -1).map(({ statements }) => statements))).toBe(1);
});

test("while the hashes can't be read, keys get 503 and not 401, and a second later the hashes are read again", async () => {
  const at = "2030-04-01T12:00:00Z";
  const network = await blockUntilRefresh(at, "broken");
  const request = { key: await makeApiKey(daymark), path: "/components", network };
  const broken = { ...stopClockAt(at, 60_000), "x-test-break-d1": "1" };
  expect((await send({ ...request, faults: broken })).status).toBe(503);
  const soon = await send({ ...request, faults: stopClockAt(at, 60_999) });
  expect([soon.status, soon.statements]).toEqual([503, 0]);
  expect((await send({ ...request, faults: stopClockAt(at, 61_000) })).status).toBe(200);
});

test("each key may send as many requests a minute as the limit, and further requests get 429 without a D1 read", async () => {
  const [busy, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const call = () => send({ key: busy, path: "/incidents/nobody" });
  const responses: Awaited<ReturnType<typeof send>>[] = [];
  for (let n = 0; n < 3; n += 1) responses.push(...(await Promise.all(Array.from({ length: 50 }, call))));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(150 - rates.KEY_RATE);
  expect(rejected[0]).toMatchObject({
    retryAfter: "60",
    body: { errorMessage: "Too many requests with this API key: the limit is 600 a minute." },
  });
  expect(sum(rejected.map(({ statements }) => statements))).toBe(0);
  expect((await send({ key: other, path: "/components" })).status).toBe(200);
});

test("an unknown metric is looked up once and then rejected from memory", async () => {
  const key = await makeApiKey(daymark);
  await send({ key, path: "/components" }); // records the use of the key
  const points = { [unknownMetricID(998)]: [], [unknownMetricID(999)]: [] };
  const responses = [];
  for (let n = 0; n < 5; n += 1)
    responses.push(await send({ key, path: "/metrics/data", method: "POST", body: points }));
  // The lookup of the key is one of the statements. An unfinished restore is looked up together with the metric.
  const errors = [998, 999].map((n) => ({
    path: unknownMetricID(n),
    message: `There is no metric ${unknownMetricID(n)}.`,
  }));
  expect(responses.map(({ status, statements }) => [status, statements])).toEqual([
    [400, 3],
    ...Array(4).fill([400, 1]),
  ]);
  for (const { body } of responses) expect(body).toMatchObject({ errors });
});

test("new unknown metrics under one key cost as many reads a minute as the limit and don't delay other keys", async () => {
  const [guessing, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const { metricID: known } = await makeMetric(daymark);
  const path = "/metrics/data";
  const responses = [];
  for (let n = 0; n < 60; n += 1)
    responses.push(await send({ key: guessing, path, method: "POST", body: { [unknownMetricID(n)]: [] } }));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThanOrEqual(60 - LOOKUPS_OF_A_MINUTE);
  expect(Math.max(...rejected.map(({ statements }) => statements))).toBe(1);
  expect([rejected[0]?.retryAfter, rejected[0]?.body]).toEqual([
    "60",
    expect.objectContaining({
      errorMessage: "Too many requests with unknown metrics. Please try again in a minute.",
    }),
  ]);
  const body = { [known]: [] };
  expect((await send({ key: other, path, method: "POST", body })).status).toBe(200);
});

const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };

/** Each operation under /api/v0 that creates something. A POST that is missing here fails the next test. */
const creations: Record<string, () => Promise<Omit<KeyRequest, "key">>> = {
  "POST /api/v0/components": async () => ({ path: "/components", method: "POST", body: { name: "New" } }),
  "POST /api/v0/groups": async () => ({ path: "/groups", method: "POST", body: { name: "New" } }),
  "POST /api/v0/incidents": async () => ({
    path: "/incidents",
    method: "POST",
    body: { name: "New", status: "Investigating" },
  }),
  "POST /api/v0/maintenances": async () => ({
    path: "/maintenances",
    method: "POST",
    body: { name: "New", status: "Scheduled", ...window },
  }),
  "POST /api/v0/templates": async () => ({
    path: "/templates",
    method: "POST",
    // Names are unique, so each request reads a new one.
    get body() {
      return { name: crypto.randomUUID(), kind: "incident" };
    },
  }),
  "POST /api/v0/heartbeats": async () => ({
    path: "/heartbeats",
    method: "POST",
    body: { name: "New", periodMinutes: 60 },
  }),
  "POST /api/v0/alert-rules": async () => ({ path: "/alert-rules", method: "POST", body: { name: "New" } }),
  "POST /api/v0/proposals": async () => ({ path: "/proposals", method: "POST", body: { name: "New" } }),
  "POST /api/v0/proposals/{proposalID}/publish": async () => {
    const proposals: { proposalID: string }[] = [];
    for (let n = 0; n < 10; n += 1) proposals.push(await makeProposal(daymark));
    return {
      // A proposal can be published once, so each request takes another one.
      get path() {
        return `/proposals/${proposals.shift()?.proposalID}/publish`;
      },
      method: "POST",
      body: {},
    };
  },
  "PATCH /api/v0/incidents/{incidentID}": async () => ({
    path: `/incidents/${(await makeIncident(daymark)).incidentID}`,
    method: "PATCH",
    body: { message: "More." },
  }),
  "PATCH /api/v0/maintenances/{maintenanceID}": async () => ({
    path: `/maintenances/${(await makeMaintenance(daymark)).maintenanceID}`,
    method: "PATCH",
    body: { status: "Scheduled" },
  }),
};

test("the table above lists every POST under /api/v0 that creates something", async () => {
  const { paths }: OpenAPIDocument = await (await daymark.fetch("/api/openapi.json")).json();
  const posts = Object.entries(paths)
    .filter(([path, { post }]) => post && path.startsWith("/api/v0/"))
    .map(([path]) => `POST ${path}`);
  expect(posts.sort()).toEqual(
    [
      ...Object.keys(creations).filter((route) => route.startsWith("POST")),
      // These create no single items. Data points have a limit of their own, and alerts must not be lost in a storm.
      "POST /api/v0/alerts/{source}",
      "POST /api/v0/alerts/{source}/{key}",
      "POST /api/v0/metrics/data",
      "POST /api/v0/restore",
      "POST /api/v0/restore/cancel",
      "POST /api/v0/restore/rows",
      "POST /api/v0/subscribers/erase",
      "POST /api/v0/subscribers/find",
      "POST /api/v0/subscribers/search",
    ].sort(),
  );
});

test("a key may create as many things a minute as the limit, with whatever operations, and other operations keep working", async () => {
  const [key, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const requests: Omit<KeyRequest, "key">[] = [];
  for (const prepare of Object.values(creations)) requests.push(await prepare());
  const sendEach = async (key: string) => {
    const responses = [];
    for (const request of requests) responses.push(await send({ key, ...request }));
    return responses;
  };
  let created = 0;
  let last: Awaited<ReturnType<typeof send>>[];
  do {
    last = await sendEach(key);
    created += last.filter(({ status }) => status < 300).length;
  } while (created <= 2 * rates.CREATION_RATE && last.some(({ status }) => status !== 429));
  expect(created).toBeGreaterThanOrEqual(rates.CREATION_RATE);
  expect(last).toEqual(
    requests.map(() =>
      expect.objectContaining({
        status: 429,
        retryAfter: "60",
        body: expect.objectContaining({
          errorMessage: "Too many things were created with this API key: the limit is 60 a minute.",
        }),
      }),
    ),
  );
  expect((await send({ key, path: "/components" })).status).toBe(200);
  const others = await sendEach(other);
  expect(others.map(({ status }) => Math.floor(status / 100))).toEqual(requests.map(() => 2));
});

test("requests that create nothing aren't counted, and administrators have no limit", async () => {
  const key = await makeApiKey(daymark);
  const { incidentID } = await makeIncident(daymark);
  const rename = { path: `/incidents/${incidentID}`, method: "PATCH", body: { name: "Other" } };
  for (let n = 0; n < 25; n += 1) expect((await send({ key, ...rename })).status).toBe(200);
  for (let n = 0; n < 25; n += 1) await makeComponent(daymark);
});
