import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const publicPaths = ["/", "/api/components", "/api/incidents", "/api/public-settings"];

test.for(publicPaths)(
  "%s is cached by the edge for seconds, and browsers must revalidate it",
  async (path) => {
    const { headers, status } = await daymark.fetch(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-cache",
      "cache-tag": "public",
      "cloudflare-cdn-cache-control": expect.stringMatching(
        /^max-age=(1|10), stale-while-revalidate=60, stale-if-error=\d+$/,
      ),
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
  },
);

test.for(publicPaths)("%s returns 304 for a matching ETag until content changes", async (path) => {
  const first = await daymark.fetch(path);
  const etag = first.headers.get("ETag") ?? "";
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const notModified = await daymark.fetch(path, { headers: { "If-None-Match": ifNoneMatch } });
    expect([notModified.status, await notModified.text(), notModified.headers.get("ETag")]).toEqual([
      304,
      "",
      etag,
    ]);
  }
  await makeComponent(daymark);
  const changed = await daymark.fetch(path, { headers: { "If-None-Match": etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(etag);
});

test("a HEAD response has the ETag of a GET and no body", async () => {
  const [get, head] = [await daymark.fetch("/"), await daymark.fetch("/", { method: "HEAD" })];
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("ETag")).toBe(get.headers.get("ETag"));
});

test("private responses, writes and errors are never cached", async () => {
  const Authorization = await daymark.token();
  const responses = [
    await daymark.fetch("/api/health"),
    await daymark.fetch("/api/settings", { headers: { Authorization } }),
    await daymark.fetch("/api/settings"),
    await daymark.fetch("/api/components?fresh=1", { headers: { Authorization } }),
    await daymark.fetch("/api/components", {
      method: "POST",
      headers: { Authorization },
      body: '{"name":"A"}',
    }),
    await daymark.fetch("/api/incidents/nobody"),
    await daymark.fetch("/api/incidents?limit=0"),
    await daymark.fetch("/api/nothing"),
    await daymark.fetch("/nothing"),
    await daymark.fetch("/", { method: "DELETE" }),
  ];
  for (const { url, headers } of responses) {
    expect([url, headers.get("Cache-Control"), headers.get("Cache-Tag")]).toEqual([url, "no-store", null]);
  }
});

test("unknown query parameters change neither the response nor its ETag", async () => {
  const [plain, withUnknownQuery] = [
    await daymark.fetch("/api/components"),
    await daymark.fetch("/api/components?utm_source=x&fresh=0"),
  ];
  expect(withUnknownQuery.headers.get("ETag")).toBe(plain.headers.get("ETag"));
  expect(await withUnknownQuery.text()).toBe(await plain.text());
});

test.for(["/api/incidents?limit=", "/api/incidents?before=", "/api/maintenances?limit="])(
  "%s gets 400, even if the list without parameters is cached",
  async (path) => {
    expect((await daymark.fetch(path.replace(/\?.*/, ""))).status).toBe(200);
    expect((await daymark.fetch(path)).status).toBe(400);
  },
);

test("list responses with different limits are cached separately", async () => {
  for (const name of ["a", "b", "c"]) await makeIncident(daymark, { name });
  const names = async (limit: string) =>
    (await answer(daymark.visitor.incidents.$get({ query: { limit } }))).map(({ name }) => name);
  expect(await names("1")).toEqual(["c"]);
  expect(await names("2")).toEqual(["c", "b"]);
  expect(await names("1")).toEqual(["c"]);
});

test("200 concurrent requests right after a change all return the new content", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Before" });
  await daymark.fetch("/");
  const json = { name: "After the change" };
  await answer(daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
  const pages = await Promise.all(Array.from({ length: 200 }, async () => (await daymark.fetch("/")).text()));
  for (const page of pages) expect(page.includes("After the change")).toBe(true);
});

test("fresh=1 bypasses all caches and returns what was written directly to D1", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Old" });
  await daymark.fetch("/api/components");
  await daymark.db
    .prepare("UPDATE components SET name = 'New' WHERE component_id = ?")
    .bind(componentID)
    .run();
  const response = await daymark.fetch("/api/components?fresh=1", {
    headers: { Authorization: await daymark.token() },
  });
  expect(await response.text()).toContain('"New"');
});
