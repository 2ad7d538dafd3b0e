import { afterAll, beforeAll, expect, test } from "vitest";
import { dayFile, daysAgo } from "../../support/factories/days.ts";
import { makeApiKey, makeComponent, makeIncident, makeMetric } from "../../support/factories/factories.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { readPurges } from "../../support/readers/purges.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** Requests `path` with the Worker's clock stopped at `now`, and with time for D1 on a busy machine. */
async function getAt(now: string, path: string) {
  const headers = { "x-test-now": now, "x-test-slow-timers": "60" };
  const response = await daymark.fetch(path, { headers });
  return {
    status: response.status,
    etag: response.headers.get("ETag"),
    edgeMaxAge: response.headers.get("Cloudflare-CDN-Cache-Control")?.split(",")[0],
    statements: Number(response.headers.get("x-test-statements")),
    text: await response.text(),
  };
}

test("the edge caches a response for 10 seconds if its version was just checked, and otherwise for 1", async () => {
  await makeComponent(daymark);
  const responses = [];
  for (const now of ["00.000", "00.999", "01.000", "01.001"])
    responses.push(await getAt(`2001-01-01T12:00:${now}Z`, "/"));
  expect(responses.map(({ edgeMaxAge }) => edgeMaxAge)).toEqual([
    ...["max-age=10", "max-age=1", "max-age=10", "max-age=1"],
  ]);
  const [rendered, unchecked, checked] = responses.map(({ statements }) => statements);
  expect([unchecked, checked]).toEqual([0, 1]);
  expect(rendered).toBeGreaterThan(1);
});

test("a page is rendered again at midnight UTC and gets a new ETag", async () => {
  await makeComponent(daymark);
  const before = await getAt("2031-02-01T23:59:59.900Z", "/");
  const sameDay = await getAt("2031-02-01T23:59:59.950Z", "/");
  const after = await getAt("2031-02-02T00:00:00.100Z", "/");
  const newestDay = ({ text }: { text: string }) =>
    parseHTML(text).querySelector("[data-today]")?.getAttribute("data-today");
  expect([newestDay(before), newestDay(after)]).toEqual(["2031-02-01", "2031-02-02"]);
  expect(sameDay.etag).toBe(before.etag);
  expect(after.etag).not.toBe(before.etag);
});

test("50 concurrent visitors of an uncached page cost as many D1 statements as one", async () => {
  const now = "2001-03-01T12:00:00.000Z";
  await makeComponent(daymark);
  const { statements: statementsOfOne } = await getAt(now, "/");
  await makeComponent(daymark);
  const responses = await Promise.all(Array.from({ length: 50 }, () => getAt(now, "/")));
  expect(responses.reduce((sum, { statements }) => sum + statements, 0)).toBe(statementsOfOne);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
});

test.for([
  ["/api/v2/summary.json", ["before", "limit", "days", "lang", "month", "page"]],
  ["/badge.svg", ["before", "limit", "days", "lang", "month", "page"]],
  ["/history.rss", ["before", "limit", "days", "lang", "month", "page"]],
  ["/sitemap.xml", ["before", "limit", "days", "lang", "month", "page"]],
  ["/index.md", ["before", "limit", "days", "lang", "month", "page"]],
  ["/history.md", ["before", "limit", "days", "lang"]],
  ["/api/components", ["before", "limit", "days", "lang", "month", "page"]],
  ["/api/incidents", ["days", "lang", "page"]],
  ["/components/:componentID", ["before", "limit", "days", "month", "page"]],
  ["/api/components/:componentID/uptime", ["before", "limit", "lang", "month", "page"]],
] as const)("%s has one cached response, whatever the query parameters %j contain", async ([path, names]) => {
  const now = "2001-03-02T12:00:00.000Z";
  const { componentID } = await makeComponent(daymark);
  const address = path.replace(":componentID", componentID);
  const first = await getAt(now, address);
  expect([first.status, first.statements > 0]).toEqual([200, true]);
  for (const name of names) {
    const { statements, text } = await getAt(now, `${address}?${name}=fr`);
    expect([name, statements, text]).toEqual([name, 0, first.text]);
  }
});

test("a write purges all public responses from the edge once", async () => {
  const before = await readPurges(daymark);
  await makeComponent(daymark);
  expect(await readPurges(daymark)).toEqual([...before, { tags: ["public"] }]);
  await makeIncident(daymark);
  expect(await readPurges(daymark)).toEqual([...before, { tags: ["public"] }, { tags: ["public"] }]);
});

test("reads, rejected writes and data points purge nothing", async () => {
  const key = await makeApiKey(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const before = await readPurges(daymark);
  await daymark.fetch("/");
  await daymark.administrator.components.$post({ json: { name: "" } });
  const submission = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ [metricID]: [{ timestamp: `${daysAgo(30)}T10:00:00Z`, value: 1 }] }),
  });
  expect(submission.status).toBe(200);
  await expect
    .poll(async () => (await daymark.fetch(`/metrics/${metricID}/${dayFile(daysAgo(30))}.json`)).json())
    .toHaveLength(1);
  expect(await readPurges(daymark)).toEqual(before);
});

test("the cron purges once when it starts a maintenance, and not in a minute without changes", async () => {
  await daymark.administrator.maintenances.$post({
    json: {
      name: "Moving house",
      status: "Scheduled",
      startAt: "2030-01-01T10:00:00Z",
      endAt: "2030-01-01T12:00:00Z",
    },
  });
  const before = await readPurges(daymark);
  await daymark.runCron("2030-01-01T09:59:00Z");
  expect(await readPurges(daymark)).toEqual(before);
  await daymark.runCron("2030-01-01T10:00:00Z");
  expect(await readPurges(daymark)).toEqual([...before, { tags: ["public"] }]);
});

test("visitors may read from any D1 replica; administrators and API keys read from the primary", async () => {
  const key = await makeApiKey(daymark);
  const sessionOf = async (path: string, headers: Record<string, string> = {}) =>
    (await daymark.fetch(path, { headers })).headers.get("x-test-sessions");
  const Authorization = await daymark.token();
  expect(await sessionOf("/api/components")).toBe("first-unconstrained");
  expect(await sessionOf("/api/components?fresh=1", { Authorization })).toBe("first-primary");
  expect(await sessionOf("/api/settings", { Authorization })).toBe("first-primary");
  expect(await sessionOf("/api/v0/components", { "x-api-key": key })).toBe("first-primary");
  const creation = await daymark.fetch("/api/components", {
    method: "POST",
    headers: { Authorization },
    body: '{"name":"A"}',
  });
  // Another one adds what was created to the audit log.
  expect(creation.headers.get("x-test-sessions")).toMatch(/^first-primary(,first-primary)*$/);
});

test("requests without valid credentials never read from the primary", async () => {
  const statusAndSession = async (path: string, init: RequestInit = {}) => {
    const response = await daymark.fetch(path, init);
    return [response.status, response.headers.get("x-test-sessions")];
  };
  const invalidCredentials = { Authorization: "Bearer invented", "x-api-key": "x".repeat(40) };
  // The paths differ, because a repeated one would be served from memory.
  expect(await statusAndSession("/api/maintenances", { method: "HEAD" })).toEqual([
    200,
    "first-unconstrained",
  ]);
  expect(await statusAndSession("/api/incidents", { headers: invalidCredentials })).toEqual([
    200,
    "first-unconstrained",
  ]);
  expect(await statusAndSession("/history.rss", { headers: invalidCredentials })).toEqual([
    200,
    "first-unconstrained",
  ]);
  expect(await statusAndSession("/api/components?fresh=1", { headers: invalidCredentials })).toEqual([
    401,
    "",
  ]);
  expect(await statusAndSession("/api/settings", { headers: invalidCredentials })).toEqual([401, ""]);
  expect(await statusAndSession("/api/settings", { method: "HEAD" })).toEqual([401, ""]);
  const Authorization = await daymark.token();
  expect(await statusAndSession("/api/settings", { method: "HEAD", headers: { Authorization } })).toEqual([
    200,
    "first-primary",
  ]);
});
