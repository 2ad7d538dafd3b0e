import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey } from "../support/factories.ts";

let daymark: Daymark;
let paths: OpenAPIDocument["paths"];
beforeAll(async () => {
  daymark = await startDaymark();
  paths = ((await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument).paths;
});
afterAll(() => daymark.stop());

const preflight = async (path: string, method: string) => {
  const headers = { Origin: "https://example.com", "Access-Control-Request-Method": method };
  const response = await daymark.fetch(path, { method: "OPTIONS", headers });
  return { status: response.status, allowed: response.headers.get("Access-Control-Allow-Methods") };
};

test("a preflight names the methods that the path takes, and no others", async () => {
  for (const path of Object.keys(paths).filter((each) => /^\/(api|metrics)\//.test(each))) {
    const address = path.replace(/\{\w+\}/g, "nobody");
    // What stands at `data` may also be the id of a metric.
    const described = Object.entries(paths).filter(([each]) =>
      new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(address),
    );
    const methods = described.flatMap(([, calls]) => Object.keys(calls));
    const taken = [...new Set(methods.map((method) => method.toUpperCase()))];
    const { status, allowed } = await preflight(address, "PATCH");
    const expected = taken.includes("GET") ? ["HEAD", ...taken] : taken;
    expect([path, status, allowed?.split(",").sort()]).toEqual([path, 204, expected.sort()]);
  }
  expect(await preflight("/api/nothing", "POST")).toEqual({ status: 204, allowed: null });
});

test("a script of any origin may read each header that an answer of the API has for its client", async () => {
  const key = await makeApiKey(daymark);
  const response = await daymark.fetch("/api/v0/components", {
    method: "POST",
    headers: { "x-api-key": key, Origin: "https://example.com" },
    body: JSON.stringify({ name: "API" }),
  });
  const exposed = response.headers.get("Access-Control-Expose-Headers")?.toLowerCase().split(",") ?? [];
  // What a script may read anyway, and what is meant for browsers and caches.
  const others =
    /^(access-control-|cf-|cloudflare-)|^(cache-control|content-(type|length|encoding|security-policy)|connection|cross-origin-.*|date|keep-alive|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-frame-options|origin-agent-cluster|x-.*-policies|x-download-options|x-dns-prefetch-control|x-xss-protection)$/;
  const forClients = [...response.headers.keys()].filter((name) => !others.test(name));
  expect(exposed).toEqual(expect.arrayContaining(forClients));
  expect(exposed).toEqual(
    expect.arrayContaining(["etag", "link", "location", "retry-after", "x-request-id"]),
  );
  expect(forClients).toEqual(expect.arrayContaining(["etag", "location", "x-request-id"]));
});
