import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../../support/factories/factories.ts";
import { makeReadFixtures } from "../../../support/factories/read-fixtures.ts";
import { reads } from "../../../support/readers/all-reads.ts";
import { cachePolicies } from "../../../support/readers/reads.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let pathOf: (example: string) => string;
beforeAll(async () => {
  daymark = await startDaymark();
  pathOf = await makeReadFixtures(daymark);
});
afterAll(() => daymark.stop());

async function listRoutes(): Promise<string[]> {
  return (await fetch(`${daymark.url}/x-test-routes`)).json();
}

test("the table of reads lists every GET route", async () => {
  const gets = (await listRoutes())
    .filter((route) => route.startsWith("GET "))
    .map((route) => route.slice(4));
  expect(Object.keys(reads).sort(), "add it to test/support/readers/reads.ts").toEqual(gets.sort());
});

test.for(Object.values(reads).flat())("%s has the cache headers of policy %s", async ([example, kind]) => {
  const path = pathOf(example);
  const { etag, ...headers } = cachePolicies[kind];
  const first = await daymark.fetch(path);
  for (const response of [first, await daymark.fetch(path, { method: "HEAD" })]) {
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, response.headers.get(name)]).toEqual([name, expected]);
    }
    expect([response.headers.has("ETag"), response.status]).toEqual([etag, first.status]);
  }
  if (kind === "content" || kind === "build") {
    const ifNoneMatch = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const notModified = await daymark.fetch(path, { headers: ifNoneMatch });
    expect([notModified.status, await notModified.text()]).toEqual([304, ""]);
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, notModified.headers.get(name)]).toEqual([name, expected]);
    }
  }
  if (kind !== "noStore") expect(first.status).toBe(200);
});

const content = Object.values(reads).flatMap((examples) =>
  examples.filter(([, kind]) => kind === "content").map(([example]) => example),
);

test.for(content)(
  "a cached response of %s equals the first one and has nothing of another request",
  async (example) => {
    const path = pathOf(example);
    const now = "2001-01-01T12:00:00.000Z";
    await makeComponent(daymark);
    const first = await daymark.fetch(path, { headers: { "x-test-now": now, "X-Request-Id": "first" } });
    const cachedResponse = await daymark.fetch(path, { headers: { "x-test-now": now } });
    expect([first, cachedResponse].map(({ headers }) => headers.get("x-test-statements") === "0")).toEqual([
      false,
      true,
    ]);
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => !/^x-test-|^cloudflare-|^date$/.test(name));
    expect(headersOf(cachedResponse)).toEqual(headersOf(first));
    expect(await cachedResponse.text()).toBe(await first.text());
    expect([...cachedResponse.headers.values()]).not.toContain("first");
    const revalidation = { "x-test-now": now, "If-None-Match": first.headers.get("ETag") ?? "" };
    const unchanged = await daymark.fetch(path, { headers: revalidation });
    const allowedOrigin = path.startsWith("/api/") ? "*" : null;
    expect([unchanged.status, unchanged.headers.get("Access-Control-Allow-Origin")]).toEqual([
      304,
      allowedOrigin,
    ]);
  },
);

test("a cached response isn't returned for fresh=1 or another method", async () => {
  const now = { "x-test-now": "2001-01-01T12:00:00.000Z" };
  await daymark.fetch("/api/components", { headers: now });
  expect((await daymark.fetch("/api/components?fresh=1", { headers: now })).status).toBe(401);
  expect((await daymark.fetch("/api/components", { method: "POST", headers: now })).status).toBe(401);
});

test("responses to other methods are never cached, with or without a token", async () => {
  const otherRoutes = (await listRoutes()).filter((route) => !route.startsWith("GET "));
  expect(otherRoutes.length).toBeGreaterThan(20);
  for (const route of otherRoutes) {
    const [method = "", path = ""] = route.split(" ");
    for (const headers of [{}, { Authorization: await daymark.token() }]) {
      const response = await daymark.fetch(path.replace(/:\w+/g, "nobody"), { method, headers });
      expect([route, response.headers.get("Cache-Control"), response.headers.get("Cache-Tag")]).toEqual([
        route,
        "no-store",
        null,
      ]);
    }
  }
});
