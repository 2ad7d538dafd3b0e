import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../../../worker/openapi/schema.ts";
import { makeApiKey } from "../../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let paths: OpenAPIDocument["paths"];
beforeAll(async () => {
  daymark = await startDaymark();
  paths = ((await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument).paths;
});
afterAll(() => daymark.stop());

const sendPreflight = async (path: string, method: string) => {
  const headers = { Origin: "https://example.com", "Access-Control-Request-Method": method };
  const response = await daymark.fetch(path, { method: "OPTIONS", headers });
  return { status: response.status, allowedMethods: response.headers.get("Access-Control-Allow-Methods") };
};

test("a preflight response lists exactly the methods of the path", async () => {
  // A path without parameters is not one of those that it matches: /api/templates/former-notice is no template.
  for (const [path, calls] of Object.entries(paths).filter(([each]) => /^\/(api|metrics)\//.test(each))) {
    const address = path.replace(/\{\w+\}/g, "nobody");
    const describedMethods = Object.keys(calls).map((method) => method.toUpperCase());
    const { status, allowedMethods } = await sendPreflight(address, "PATCH");
    const expected = describedMethods.includes("GET") ? ["HEAD", ...describedMethods] : describedMethods;
    expect([path, status, allowedMethods?.split(",").sort()]).toEqual([path, 204, expected.sort()]);
  }
  expect(await sendPreflight("/api/nothing", "POST")).toEqual({ status: 204, allowedMethods: null });
});

test("scripts of any origin may read every response header that is meant for API clients", async () => {
  const key = await makeApiKey(daymark);
  const response = await daymark.fetch("/api/v0/components", {
    method: "POST",
    headers: { "x-api-key": key, Origin: "https://example.com" },
    body: JSON.stringify({ name: "API" }),
  });
  const exposedHeaders =
    response.headers.get("Access-Control-Expose-Headers")?.toLowerCase().split(",") ?? [];
  // Headers that scripts can always read, headers that only browsers and caches use, and those of the tests.
  const otherHeaders =
    /^(access-control-|cf-|cloudflare-)|^(cache-control|content-(type|length|encoding|security-policy)|connection|cross-origin-.*|date|keep-alive|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-frame-options|origin-agent-cluster|x-.*-policies|x-download-options|x-dns-prefetch-control|x-xss-protection|x-test-.*)$/;
  const forClients = [...response.headers.keys()].filter((name) => !otherHeaders.test(name));
  expect(exposedHeaders).toEqual(expect.arrayContaining(forClients));
  expect(exposedHeaders).toEqual(
    expect.arrayContaining(["etag", "link", "location", "retry-after", "x-request-id"]),
  );
  expect(forClients).toEqual(expect.arrayContaining(["etag", "location", "x-request-id"]));
});
