import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { quotas } from "../../worker/http/rate-limit.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ rates: { KEY_RATE: 4, CREATION_RATE: 2 } });
});
afterAll(() => daymark.stop());

test("a client is told of the calls a minute that wrangler.toml has", () => {
  const config = readFileSync(`${root}/wrangler.toml`, "utf8");
  for (const [binding, { callsPerMinute }] of Object.entries(quotas)) {
    const [, simple] =
      new RegExp(`name = "${binding}"\\nnamespace_id = "\\d+"\\nsimple = \\{(.*)\\}`).exec(config) ?? [];
    expect([binding, simple?.trim()]).toEqual([binding, `limit = ${callsPerMinute}, period = 60`]);
  }
});

const remaining = (response: Response, name: string) =>
  Number(new RegExp(`"${name}";r=(\\d+);t=\\d+`).exec(response.headers.get("RateLimit") ?? "")?.[1]);

test("each answer to a key says how many calls are left at most, and a 429 that none is", async () => {
  const key = await makeApiKey(daymark);
  const call = () => daymark.fetch("/api/v0/components", { headers: { "x-api-key": key } });
  const first = await call();
  expect(first.headers.get("RateLimit-Policy")).toBe('"calls";q=600;w=60');
  expect(first.headers.get("RateLimit")).toBe('"calls";r=599;t=60');
  expect(remaining(await call(), "calls")).toBe(598);
  // The limit's own minute may end in between.
  let refused = await call();
  for (let more = 0; refused.status !== 429 && more < 12; more += 1) refused = await call();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("RateLimit")).toBe('"calls";r=0;t=60');
  expect(refused.headers.get("RateLimit-Policy")).toBe('"calls";q=600;w=60');
  expect(refused.headers.get("Retry-After")).toBe("60");
});

test("what creates something counts toward both quotas, also where it is repeated or refused", async () => {
  const key = await makeApiKey(daymark);
  const post = (name: string) =>
    daymark.fetch("/api/v0/components", {
      method: "POST",
      headers: { "x-api-key": key, "Idempotency-Key": name },
      body: JSON.stringify({ name }),
    });
  const created = await post("one");
  expect(created.headers.get("RateLimit-Policy")).toBe('"calls";q=600;w=60, "creations";q=60;w=60');
  expect([remaining(created, "calls"), remaining(created, "creations")]).toEqual([599, 59]);
  const repeated = await post("one");
  expect([repeated.status, remaining(repeated, "calls")]).toEqual([201, 598]);
  expect(repeated.headers.get("RateLimit")).not.toContain("creations");
  const without = await daymark.fetch("/api/v0/components", { headers: { "x-api-key": "x" } });
  expect([without.status, without.headers.get("RateLimit")]).toEqual([401, null]);
});

test("who subscribes is told, too, and visitors' reads and administrators have no quota", async () => {
  const subscribed = await daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { "CF-Connecting-IP": "203.0.113.7" },
    body: JSON.stringify({ emailAddress: "somebody@example.com" }),
  });
  expect(subscribed.headers.get("RateLimit-Policy")).toBe('"subscriptions";q=10;w=60');
  expect(remaining(subscribed, "subscriptions")).toBe(9);
  expect((await daymark.fetch("/api/components")).headers.has("RateLimit")).toBe(false);
});
