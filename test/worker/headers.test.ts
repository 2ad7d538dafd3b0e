import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";
import { makeReads } from "../support/made-reads.ts";
import { kinds, reads } from "../support/reads.ts";

let daymark: Daymark;
let addressIn: (example: string) => string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  addressIn = await makeReads(daymark);
});
afterAll(() => daymark.stop());

async function routes(): Promise<string[]> {
  return (await fetch(`${daymark.url}/x-test-routes`)).json();
}

test("the table has every address that can be read", async () => {
  const gets = (await routes()).filter((route) => route.startsWith("GET ")).map((route) => route.slice(4));
  expect(Object.keys(reads).sort()).toEqual(gets.sort());
});

test.for(Object.values(reads).flat())("%s is kept as %s", async ([example, kind]) => {
  const path = addressIn(example);
  const { etag, ...headers } = kinds[kind];
  const first = await daymark.fetch(path);
  for (const response of [first, await daymark.fetch(path, { method: "HEAD" })]) {
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, response.headers.get(name)]).toEqual([name, expected]);
    }
    expect([response.headers.has("ETag"), response.status]).toEqual([etag, first.status]);
  }
  if (kind === "content" || kind === "build") {
    const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const again = await daymark.fetch(path, { headers: known });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    for (const [name, value] of Object.entries(headers)) {
      const expected = value instanceof RegExp ? expect.stringMatching(value) : value;
      expect([name, again.headers.get(name)]).toEqual([name, expected]);
    }
  }
  if (kind !== "never") expect(first.status).toBe(200);
});

const content = Object.values(reads).flatMap((examples) =>
  examples.filter(([, kind]) => kind === "content").map(([example]) => example),
);

test.for(content)(
  "%s that stands ready is as it was when it was made, and of no other's request",
  async (example) => {
    const path = addressIn(example);
    const now = "2001-01-01T12:00:00.000Z";
    await makeComponent(daymark);
    const first = await daymark.fetch(path, { headers: { "x-test-now": now, "X-Request-Id": "first" } });
    const ready = await daymark.fetch(path, { headers: { "x-test-now": now } });
    expect([first, ready].map(({ headers }) => headers.get("x-test-statements") === "0")).toEqual([
      false,
      true,
    ]);
    const said = ({ headers }: Response) =>
      [...headers].filter(([name]) => !/^x-test-|^cloudflare-|^date$/.test(name));
    expect(said(ready)).toEqual(said(first));
    expect(await ready.text()).toBe(await first.text());
    expect([...ready.headers.values()]).not.toContain("first");
    const known = { "x-test-now": now, "If-None-Match": first.headers.get("ETag") ?? "" };
    const unchanged = await daymark.fetch(path, { headers: known });
    const open = path.startsWith("/api/") ? "*" : null;
    expect([unchanged.status, unchanged.headers.get("Access-Control-Allow-Origin")]).toEqual([304, open]);
  },
);

test("what stands ready is not for who asks past it", async () => {
  const now = { "x-test-now": "2001-01-01T12:00:00.000Z" };
  await daymark.fetch("/api/components", { headers: now });
  expect((await daymark.fetch("/api/components?fresh=1", { headers: now })).status).toBe(401);
  expect((await daymark.fetch("/api/components", { method: "POST", headers: now })).status).toBe(401);
});

test("no other method's answer is ever kept, whether it is let in or not", async () => {
  const others = (await routes()).filter((route) => !route.startsWith("GET "));
  expect(others.length).toBeGreaterThan(20);
  for (const route of others) {
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
