import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
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
}

async function send({ key, path, method = "GET", body, network = "192.0.2.1" }: Call) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { "x-api-key": key, "CF-Connecting-IP": network },
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

test("ever new wrong keys from one network cost 60 reads a minute, and those in use there go on working", async () => {
  const network = "2001:db8::1";
  const [key, unused] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  expect((await send({ key, path: "/components", network })).status).toBe(200);
  const answers = [];
  // A minute may turn while these run; then there are two of them to fill.
  for (let n = 0; n < 300; n += 1) {
    const elsewhereInIt = `2001:db8::${(n + 2).toString(16)}`;
    answers.push(await send({ key: wrongKey(n), path: "/components", network: elsewhereInIt }));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(300 - 122);
  expect(sum(refused.map(({ statements }) => statements))).toBe(0);
  expect([refused[0]?.retryAfter, refused[0]?.answer]).toEqual([
    "60",
    expect.objectContaining({
      errorMessage: "Too many wrong API keys from your network. Please try again in a minute.",
    }),
  ]);
  expect((await send({ key, path: "/components", network })).status).toBe(200);
  expect((await send({ key: unused, path: "/components", network })).status).toBe(429);
  expect((await send({ key: unused, path: "/components", network: "2001:db8:0:1::1" })).status).toBe(200);
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
    answer: { errorMessage: "Too many requests with this API key: 600 a minute are the most." },
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

test("ever new unknown metrics under one key cost 60 reads a minute, and no other key is held up", async () => {
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

test("every POST below /api/v0 but that of points is limited as a creation", async () => {
  const { paths }: OpenAPIDocument = await (await daymark.fetch("/api/openapi.json")).json();
  const posts = Object.entries(paths)
    .filter(([path, { post }]) => post && path.startsWith("/api/v0/"))
    .map(([path]) => `POST ${path}`);
  expect(posts.sort()).toEqual(
    [
      ...Object.keys(creations).filter((route) => route.startsWith("POST")),
      "POST /api/v0/metrics/data",
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
      answer: { errorMessage: "Too much was created with this API key: 60 a minute are the most." },
    });
    expect((await send({ key, path: "/components" })).status).toBe(200);
    expect((await send({ key: other, ...call })).status).toBeLessThan(300);
  },
);

test("what creates nothing does not count, and administrators are not limited", async () => {
  const key = await makeApiKey(daymark);
  const { incidentID } = await makeIncident(daymark);
  const rename = { path: `/incidents/${incidentID}`, method: "PATCH", body: { name: "Other" } };
  for (let n = 0; n < 65; n += 1) expect((await send({ key, ...rename })).status).toBe(200);
  for (let n = 0; n < 65; n += 1) await makeIncident(daymark);
});
