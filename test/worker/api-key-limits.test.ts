import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

interface Call {
  key: string;
  path: string;
  method?: string;
  body?: object;
  network?: string;
  /** Further headers, by which a test stops the clock or breaks D1. */
  faults?: Record<string, string>;
}

async function send({ key, path, method = "GET", body, network = "192.0.2.1", faults }: Call) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { ...faults, "x-api-key": key, "CF-Connecting-IP": network },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    answer: await response.json(),
    retryAfter: response.headers.get("Retry-After"),
    statements: Number(response.headers.get("x-test-statements")),
  };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const wrongKey = (n: number) => `wrong${n}`.padEnd(40, "x");
const metricID = (n: number) => `none${n}`.padEnd(12, "x");

test("a wrong key is looked up once, and then refused from memory", async () => {
  const answers = [];
  for (let n = 0; n < 20; n += 1) answers.push(await send({ key: wrongKey(999), path: "/components" }));
  expect(answers.map(({ status, statements }) => [status, statements])).toEqual([
    [401, 1],
    ...Array(19).fill([401, 0]),
  ]);
});

/** Stops the Worker's clock during a request. Each test has a time of its own, long after what others have left in memory. */
const stoppedAt = (iso: string, laterMs = 0) => ({
  "x-test-now": new Date(Date.parse(iso) + laterMs).toISOString(),
});

test("new wrong keys from one network cost at most 61 reads a minute, and valid keys keep working there", async () => {
  const network = "2001:db8::1";
  const faults = stoppedAt("2030-01-01T12:00:00Z");
  const [key, unused] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  expect((await send({ key, path: "/components", network, faults })).status).toBe(200);
  const answers = [];
  // A minute of the rate limit may turn while these run; then there are two of them to fill.
  for (let n = 0; n < 300; n += 1) {
    const elsewhereInIt = `2001:db8::${(n + 2).toString(16)}`;
    answers.push(await send({ key: wrongKey(n), path: "/components", network: elsewhereInIt, faults }));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(300 - 122);
  expect(sum(refused.map(({ statements }) => statements))).toBe(1);
  expect([refused[0]?.retryAfter, refused[0]?.answer]).toEqual([
    "60",
    expect.objectContaining({
      errorMessage: "Too many wrong API keys from your network. Please try again in a minute.",
    }),
  ]);
  expect((await send({ key, path: "/components", network, faults })).status).toBe(200);
  expect((await send({ key: unused, path: "/components", network, faults })).status).toBe(200);
});

/** Sends wrong keys until their network is refused. Whoever calls from it without a key of their own is refused, too. */
async function block(network: string, faults: Record<string, string>, name: string) {
  for (let n = 0; n < 130; n += 1) {
    const key = `${name}${n}`.padEnd(40, "x");
    if ((await send({ key, path: "/components", network, faults })).status === 429) return;
  }
  throw new Error(`${network} was not refused.`);
}

/** What every Worker of other customers calls from. */
const SHARED = "2a06:98c0:3600::103";

test("in a blocked network, a valid key costs the same and stops working once it is deleted", async () => {
  const at = "2030-02-01T12:00:00Z";
  const faults = stoppedAt(at);
  const [key, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  await block(SHARED, faults, "deleted");
  const path = "/components";
  const elsewhere = await send({ key: other, path, faults });
  const here = await send({ key, path, network: SHARED, faults });
  expect([here.status, here.statements]).toEqual([200, elsewhere.statements]);

  const { apiKeys } = await answer(daymark.administrator.settings.$get());
  const keyID = apiKeys.find(({ value }) => value === key)?.id ?? "";
  await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
  const created = await makeApiKey(daymark);
  const answers = [];
  for (const sent of [key, key, created])
    answers.push(await send({ key: sent, path, network: SHARED, faults }));
  expect(answers.map(({ status, statements }) => [status, statements])).toEqual([
    [401, 1],
    [401, 0],
    // Created after the hashes were read, it has to wait.
    [429, 0],
  ]);
  expect((await send({ key: created, path, network: SHARED, faults: stoppedAt(at, 60_000) })).status).toBe(
    200,
  );
});

/** A network that is still refused a minute after the hashes were read: the next request reads them again. */
async function blockedBeforeRefresh(at: string, name: string): Promise<string> {
  await block(`${name} first`, stoppedAt(at), `${name}1`);
  const network = `${name} second`;
  await block(network, stoppedAt(at, 59_999), `${name}2`);
  return network;
}

test("concurrent keys from a blocked network read the hashes once", async () => {
  const at = "2030-03-01T12:00:00Z";
  const network = await blockedBeforeRefresh(at, "single");
  const key = await makeApiKey(daymark);
  const faults = { ...stoppedAt(at, 60_000), "x-test-slow-d1": "100" };
  const sent = Array.from({ length: 30 }, (_, n) => `burst${n}`.padEnd(40, "x"));
  const answers = await Promise.all(
    [...sent, key].map((one) => send({ key: one, path: "/components", network, faults })),
  );
  expect(answers.map(({ status }) => status)).toEqual([...sent.map(() => 429), 200]);
  expect(sum(answers.slice(0, -1).map(({ statements }) => statements))).toBe(1);
});

test("hashes that can't be read are a 503 and not a wrong key, and are read again a second later", async () => {
  const at = "2030-04-01T12:00:00Z";
  const network = await blockedBeforeRefresh(at, "broken");
  const call = { key: await makeApiKey(daymark), path: "/components", network };
  const broken = { ...stoppedAt(at, 60_000), "x-test-break-d1": "1" };
  expect((await send({ ...call, faults: broken })).status).toBe(503);
  const soon = await send({ ...call, faults: stoppedAt(at, 60_999) });
  expect([soon.status, soon.statements]).toEqual([503, 0]);
  expect((await send({ ...call, faults: stoppedAt(at, 61_000) })).status).toBe(200);
});

test("a key may call 600 times a minute, each key for itself, and is then refused without a read", async () => {
  const [busy, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  const refused = () => answers.filter(({ status }) => status === 429);
  // A minute may turn while these run; then there are two of them to fill.
  while (answers.length < 1300 && refused().length === 0)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () => send({ key: busy, path: "/incidents/nobody" })),
      )),
    );
  expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(600);
  expect(refused()[0]).toMatchObject({
    retryAfter: "60",
    answer: { errorMessage: "Too many requests with this API key: the limit is 600 a minute." },
  });
  expect(sum(refused().map(({ statements }) => statements))).toBe(0);
  expect((await send({ key: other, path: "/components" })).status).toBe(200);
});

test("a metric that is unknown is looked up once, and then refused from memory", async () => {
  const key = await makeApiKey(daymark);
  await send({ key, path: "/components" }); // records the use of the key
  const body = { [metricID(998)]: [], [metricID(999)]: [] };
  const answers = [];
  for (let n = 0; n < 5; n += 1)
    answers.push(await send({ key, path: "/metrics/data", method: "POST", body }));
  // One statement is the look at the key.
  const errors = [998, 999].map((n) => ({
    path: metricID(n),
    message: `There is no metric ${metricID(n)}.`,
  }));
  expect(answers.map(({ status, statements }) => [status, statements])).toEqual([
    [400, 2],
    ...Array(4).fill([400, 1]),
  ]);
  for (const { answer } of answers) expect(answer).toMatchObject({ errors });
});

test("new unknown metrics under one key cost 60 reads a minute and don't delay other keys", async () => {
  const [guessing, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const { metricID: known } = await makeMetric(daymark);
  const path = "/metrics/data";
  const answers = [];
  for (let n = 0; n < 200; n += 1)
    answers.push(await send({ key: guessing, path, method: "POST", body: { [metricID(n)]: [] } }));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(200 - 122);
  expect(Math.max(...refused.map(({ statements }) => statements))).toBe(1);
  expect([refused[0]?.retryAfter, refused[0]?.answer]).toEqual([
    "60",
    expect.objectContaining({
      errorMessage: "Too many requests with unknown metrics. Please try again in a minute.",
    }),
  ]);
  const body = { [known]: [] };
  expect((await send({ key: other, path, method: "POST", body })).status).toBe(200);
});

const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };

/** Each call that creates something with an API key; a POST that is not here fails the next test. */
const creations: Record<string, () => Promise<Omit<Call, "key">>> = {
  "POST /api/v0/components": async () => ({ path: "/components", method: "POST", body: { name: "New" } }),
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

test("every POST below /api/v0 that creates is limited as a creation", async () => {
  const { paths }: OpenAPIDocument = await (await daymark.fetch("/api/openapi.json")).json();
  const posts = Object.entries(paths)
    .filter(([path, { post }]) => post && path.startsWith("/api/v0/"))
    .map(([path]) => `POST ${path}`);
  expect(posts.sort()).toEqual(
    [
      ...Object.keys(creations).filter((route) => route.startsWith("POST")),
      // These create nothing but points.
      "POST /api/v0/metrics/data",
      "POST /api/v0/subscribers/erase",
      "POST /api/v0/subscribers/find",
    ].sort(),
  );
});

test.for(Object.entries(creations))(
  "a key may do %s 60 times a minute, and then goes on with the rest",
  async ([, prepare]) => {
    const [key, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
    const call = await prepare();
    const answers = [];
    while (answers.length < 130 && answers.at(-1)?.status !== 429) answers.push(await send({ key, ...call }));
    expect(answers.length).toBeGreaterThan(60);
    expect(answers.slice(0, -1).every(({ status }) => status < 300)).toBe(true);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      retryAfter: "60",
      answer: { errorMessage: "Too many things were created with this API key: the limit is 60 a minute." },
    });
    expect((await send({ key, path: "/components" })).status).toBe(200);
    expect((await send({ key: other, ...call })).status).toBeLessThan(300);
  },
);

test("requests that create nothing don't count, and administrators are not limited", async () => {
  const key = await makeApiKey(daymark);
  const { incidentID } = await makeIncident(daymark);
  const rename = { path: `/incidents/${incidentID}`, method: "PATCH", body: { name: "Other" } };
  for (let n = 0; n < 65; n += 1) expect((await send({ key, ...rename })).status).toBe(200);
  for (let n = 0; n < 65; n += 1) await makeIncident(daymark);
});
