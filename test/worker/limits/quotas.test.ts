import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { quotas } from "../../../worker/http/rate-limit.ts";
import { type Daymark, startDaymark } from "../../support/daymark.ts";
import { makeApiKey } from "../../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ rates: { KEY_RATE: 4, CREATION_RATE: 2 } });
});
afterAll(() => daymark.stop());

test("the quotas that responses state are the limits in wrangler.toml", () => {
  const config = readFileSync(`${root}/wrangler.toml`, "utf8");
  for (const [binding, { callsPerMinute }] of Object.entries(quotas)) {
    const [, simple] =
      new RegExp(`name = "${binding}"\\nnamespace_id = "\\d+"\\nsimple = \\{(.*)\\}`).exec(config) ?? [];
    expect([binding, simple?.trim()]).toEqual([binding, `limit = ${callsPerMinute}, period = 60`]);
  }
});

const remaining = (response: Response, name: string) =>
  Number(new RegExp(`"${name}";r=(\\d+);t=\\d+`).exec(response.headers.get("RateLimit") ?? "")?.[1]);

test("each response to an API key has the remaining calls, and a 429 has none", async () => {
  const key = await makeApiKey(daymark);
  const call = () => daymark.fetch("/api/v0/components", { headers: { "x-api-key": key } });
  const first = await call();
  expect(first.headers.get("RateLimit-Policy")).toBe('"calls";q=600;w=60');
  expect(first.headers.get("RateLimit")).toBe('"calls";r=599;t=60');
  expect(remaining(await call(), "calls")).toBe(598);
  await call();
  await call();
  const last = await call();
  expect(last.status).toBe(429);
  expect(last.headers.get("RateLimit")).toBe('"calls";r=0;t=60');
  expect(last.headers.get("RateLimit-Policy")).toBe('"calls";q=600;w=60');
  expect(last.headers.get("Retry-After")).toBe("60");
});

test("a request that creates an item counts toward both quotas, and its repetition toward one", async () => {
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
  const withInvalidKey = await daymark.fetch("/api/v0/components", { headers: { "x-api-key": "x" } });
  expect([withInvalidKey.status, withInvalidKey.headers.get("RateLimit")]).toEqual([401, null]);
});

test("a request to subscribe has a quota, and visitors' reads have none", async () => {
  const response = await daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { "CF-Connecting-IP": "203.0.113.7" },
    body: JSON.stringify({ emailAddress: "somebody@example.com" }),
  });
  expect(response.headers.get("RateLimit-Policy")).toBe('"subscriptions";q=10;w=60');
  expect(remaining(response, "subscriptions")).toBe(9);
  expect((await daymark.fetch("/api/components")).headers.has("RateLimit")).toBe(false);
});
