import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { dayFile, daysAgo } from "../support/days.ts";
import { makeApiKey, makeComponent, makeIncident, makeMetric } from "../support/factories.ts";
import { document } from "../support/html.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

/** Asks with the Worker's clock standing still. */
async function at(now: string, path: string) {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  return {
    status: response.status,
    etag: response.headers.get("ETag"),
    edge: response.headers.get("Cloudflare-CDN-Cache-Control")?.split(",")[0],
    statements: Number(response.headers.get("x-test-statements")),
    text: await response.text(),
  };
}

/** What the cache in front of the Worker was told to forget, since the Worker started. */
async function purges(): Promise<unknown[]> {
  return JSON.parse((await daymark.fetch("/api/health")).headers.get("x-test-purges") ?? "");
}

test("an answer on trust may be kept for a second, one that was checked for ten", async () => {
  await makeComponent(daymark);
  const asked = [];
  for (const now of ["00.000", "00.999", "01.000", "01.001"])
    asked.push(await at(`2001-01-01T12:00:${now}Z`, "/"));
  expect(asked.map(({ edge }) => edge)).toEqual(["max-age=10", "max-age=1", "max-age=10", "max-age=1"]);
  const [rendered, trusted, checked] = asked.map(({ statements }) => statements);
  expect([trusted, checked]).toEqual([0, 1]);
  expect(rendered).toBeGreaterThan(1);
});

test("a page is rendered anew at midnight in UTC, under another ETag", async () => {
  await makeComponent(daymark);
  const before = await at("2001-02-01T23:59:59.900Z", "/");
  const same = await at("2001-02-01T23:59:59.950Z", "/");
  const after = await at("2001-02-02T00:00:00.100Z", "/");
  const today = ({ text }: { text: string }) =>
    document(text).querySelector(".day time")?.getAttribute("datetime");
  expect([today(before), today(after)]).toEqual(["2001-02-01", "2001-02-02"]);
  expect(same.etag).toBe(before.etag);
  expect(after.etag).not.toBe(before.etag);
});

test("50 visitors at once to a page that nobody has asked for cost as much as one", async () => {
  const now = "2001-03-01T12:00:00.000Z";
  await makeComponent(daymark);
  const { statements: one } = await at(now, "/");
  await makeComponent(daymark);
  const all = await Promise.all(Array.from({ length: 50 }, () => at(now, "/")));
  expect(all.reduce((sum, { statements }) => sum + statements, 0)).toBe(one);
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
});

test.for([
  ["/api/v2/summary.json", ["before", "limit", "days", "lang", "month", "page"]],
  ["/badge.svg", ["before", "limit", "days", "lang", "month", "page"]],
  ["/history.rss", ["before", "limit", "days", "lang", "month", "page"]],
  ["/sitemap.xml", ["before", "limit", "days", "lang", "month", "page"]],
  ["/index.md", ["before", "limit", "days", "lang", "month", "page"]],
  ["/history.md", ["before", "limit", "days", "lang"]],
  ["/api/components", ["before", "limit", "days", "lang", "month", "page"]],
  ["/api/incidents", ["days", "lang", "month", "page"]],
  ["/components/:componentID", ["before", "limit", "days", "month", "page"]],
  ["/api/components/:componentID/uptime", ["before", "limit", "lang", "month", "page"]],
] as const)("%s is one answer whatever %j say", async ([path, names]) => {
  const now = "2001-03-02T12:00:00.000Z";
  const { componentID } = await makeComponent(daymark);
  const address = path.replace(":componentID", componentID);
  const first = await at(now, address);
  expect([first.status, first.statements > 0]).toEqual([200, true]);
  for (const name of names) {
    const { statements, text } = await at(now, `${address}?${name}=fr`);
    expect([name, statements, text]).toEqual([name, 0, first.text]);
  }
});

test("hundreds of small answers are kept", async () => {
  const now = "2001-04-01T12:00:00.000Z";
  await makeIncident(daymark);
  const page = (n: number) => `/api/incidents?limit=1&before=2001-01-01T00:00:00.${n}Z`;
  for (let n = 100; n < 400; n += 1) await at(now, page(n));
  for (let n = 100; n < 400; n += 1) expect((await at(now, page(n))).statements).toBe(0);
});

test("at least 16 MiB of answers are kept, those that are asked for among them", async () => {
  const now = "2001-05-01T12:00:00.000Z";
  const message = "m".repeat(10_000);
  await daymark.db
    .prepare(
      `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < 100)
      SELECT 'long-' || n, 'incident', 'Long', 'Resolved', ?, '2000-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'
      FROM some`,
    )
    .bind(message)
    .run();
  await daymark.db.exec(
    `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      SELECT 'update-of-' || notice_id, notice_id, status, message, created_at, updated_at
      FROM notices WHERE name = 'Long'`.replaceAll("\n", " "),
  );
  await makeComponent(daymark);
  const page = (n: number) => `/api/incidents?limit=100&before=2000-06-01T00:00:00.${n}Z`;
  const { text } = await at(now, page(100));
  expect(text.length).toBeGreaterThan(2_000_000);
  for (let n = 101; n < 107; n += 1) await at(now, page(n));
  for (let n = 100; n < 107; n += 1) expect((await at(now, page(n))).statements).toBe(0);
  for (let n = 107; n < 125; n += 1) {
    await at(now, page(n));
    expect((await at(now, page(100))).statements).toBe(0);
  }
  expect((await at(now, page(101))).statements).toBeGreaterThan(0);
});

test("a write has the edge forget every public answer, once", async () => {
  const before = await purges();
  await makeComponent(daymark);
  expect(await purges()).toEqual([...before, { tags: ["public"] }]);
  await makeIncident(daymark);
  expect(await purges()).toEqual([...before, { tags: ["public"] }, { tags: ["public"] }]);
});

test("reading, refused writes and data points have the edge forget nothing", async () => {
  const key = await makeApiKey(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const before = await purges();
  await daymark.fetch("/");
  await daymark.administrator.components.$post({ json: { name: "" } });
  const sent = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ [metricID]: [{ timestamp: `${daysAgo(30)}T10:00:00Z`, value: 1 }] }),
  });
  expect(sent.status).toBe(200);
  await expect
    .poll(async () => (await daymark.fetch(`/metrics/${metricID}/${dayFile(daysAgo(30))}.json`)).json())
    .toHaveLength(1);
  expect(await purges()).toEqual(before);
});

test("a step that the cron makes has the edge forget once, and a minute without one nothing", async () => {
  await daymark.administrator.maintenances.$post({
    json: {
      name: "Moving house",
      status: "Scheduled",
      startAt: "2040-01-01T10:00:00Z",
      endAt: "2040-01-01T12:00:00Z",
    },
  });
  const before = await purges();
  await daymark.tick("2040-01-01T09:59:00Z");
  expect(await purges()).toEqual(before);
  await daymark.tick("2040-01-01T10:00:00Z");
  expect(await purges()).toEqual([...before, { tags: ["public"] }]);
});

test("visitors read wherever is near, administrators and keys at the primary", async () => {
  const key = await makeApiKey(daymark);
  const sessions = async (path: string, headers: Record<string, string> = {}) =>
    (await daymark.fetch(path, { headers })).headers.get("x-test-sessions");
  const Authorization = await daymark.token();
  expect(await sessions("/api/components")).toBe("first-unconstrained");
  expect(await sessions("/api/components?fresh=1", { Authorization })).toBe("first-primary");
  expect(await sessions("/api/settings", { Authorization })).toBe("first-primary");
  expect(await sessions("/api/v0/components", { "x-api-key": key })).toBe("first-primary");
  const written = await daymark.fetch("/api/components", {
    method: "POST",
    headers: { Authorization },
    body: '{"name":"A"}',
  });
  expect(written.headers.get("x-test-sessions")).toBe("first-primary");
});

test("nobody who is not let in reads at the primary, whatever they send", async () => {
  const sessions = async (path: string, init: RequestInit = {}) => {
    const response = await daymark.fetch(path, init);
    return [response.status, response.headers.get("x-test-sessions")];
  };
  const invented = { Authorization: "Bearer invented", "x-api-key": "x".repeat(40) };
  // No two of them ask for the same, which would come from memory.
  expect(await sessions("/api/maintenances", { method: "HEAD" })).toEqual([200, "first-unconstrained"]);
  expect(await sessions("/api/incidents", { headers: invented })).toEqual([200, "first-unconstrained"]);
  expect(await sessions("/history.rss", { headers: invented })).toEqual([200, "first-unconstrained"]);
  expect(await sessions("/api/components?fresh=1", { headers: invented })).toEqual([401, ""]);
  expect(await sessions("/api/settings", { headers: invented })).toEqual([401, ""]);
  expect(await sessions("/api/settings", { method: "HEAD" })).toEqual([401, ""]);
  const Authorization = await daymark.token();
  expect(await sessions("/api/settings", { method: "HEAD", headers: { Authorization } })).toEqual([
    200,
    "first-primary",
  ]);
});
