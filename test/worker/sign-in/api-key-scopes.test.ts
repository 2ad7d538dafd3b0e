import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import type { ApiKeyScope } from "../../../worker/settings/domain.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

/** The scopes that allow an operation under /api/v0, if they are others than those of what a page has. */
const otherScopes: Record<string, ApiKeyScope[]> = {
  // These handle personal data, so only a key with full access may use them.
  "POST /api/v0/subscribers/find": ["all"],
  "POST /api/v0/subscribers/search": ["all"],
  "POST /api/v0/subscribers/erase": ["all"],
  // It is about the installation, so scripts with a narrow key do not get it.
  "GET /api/v0/health/deep": ["all"],
  // These reach all of it at once, so the default scope does not include them.
  "GET /api/v0/audit": ["archive"],
  "GET /api/v0/export": ["archive"],
  "GET /api/v0/export/{part}": ["archive"],
  "GET /api/v0/nightly-exports": ["archive"],
  "GET /api/v0/nightly-exports/{day}": ["archive"],
  "GET /api/v0/nightly-exports/{day}/pages/{number}": ["archive"],
  "GET /api/v0/nightly-exports/{day}/points": ["archive"],
  "POST /api/v0/restore": ["archive"],
  "POST /api/v0/restore/rows": ["archive"],
  "POST /api/v0/restore/cancel": ["archive"],
  "POST /api/v0/metrics/data": ["metrics", "all"],
  "GET /api/v0/metrics": ["metrics", "notices", "read", "all"],
  "GET /api/v0/metrics/{metricID}": ["metrics", "notices", "read", "all"],
  "GET /api/v0/incidents/{incidentID}/postmortem/outline": ["notices", "all"],
  "GET /api/v0/templates": ["notices", "all"],
  "GET /api/v0/templates/{templateID}": ["notices", "all"],
  "GET /api/v0/templates/former-notice": ["notices", "all"],
  // A key that may only propose reads what it proposed, and sees nothing of others.
  "GET /api/v0/proposals": ["notices", "all"],
  "GET /api/v0/proposals/{proposalID}": ["propose", "notices", "all"],
  "POST /api/v0/proposals": ["propose", "notices", "all"],
  "GET /api/v0/received-alerts": ["notices", "all"],
  "GET /api/v0/heartbeats": ["notices", "all"],
  "GET /api/v0/heartbeats/{heartbeatID}": ["notices", "all"],
  "GET /api/v0/alert-rules": ["notices", "all"],
  "GET /api/v0/alert-rules/{ruleID}": ["notices", "all"],
  "POST /api/v0/alerts/{source}": ["alerts", "all"],
  "POST /api/v0/alerts/{source}/{key}": ["alerts", "all"],
};

const scopes: ApiKeyScope[] = ["alerts", "metrics", "notices", "propose", "read", "all", "archive"];

const allowedScopes = (route: string): ApiKeyScope[] =>
  otherScopes[route] ?? (route.startsWith("GET ") ? ["notices", "read", "all"] : ["notices", "all"]);

let daymark: Daymark;
let description: OpenAPIDocument;
let keys: Map<ApiKeyScope, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  description = await (await daymark.fetch("/api/openapi.json")).json();
  keys = new Map();
  for (const scope of scopes) keys.set(scope, await makeApiKey(daymark, { scopes: [scope] }));
});
afterAll(() => daymark.stop());

async function send(route: string, key: string) {
  const [method = "", path = ""] = route.split(" ");
  const response = await daymark.fetch(path.replace(/\{\w+\}/g, "nobody"), {
    method,
    headers: { "x-api-key": key },
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

test("the API description names the required scopes of every operation that takes an API key", () => {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path.startsWith("/api/v0/"))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  const advice = "add the call to test/worker/sign-in/api-key-scopes.test.ts if it needs other scopes";
  expect(operations.map(([route]) => route)).toEqual(expect.arrayContaining(Object.keys(otherScopes)));
  for (const [route, { security, "x-api-key-scopes": scopes }] of operations)
    expect([route, security.length, scopes?.toSorted()], advice).toEqual([
      route,
      1,
      allowedScopes(route).toSorted(),
    ]);
});

test("every call returns 403 to a key exactly if the key lacks the scope", async () => {
  for (const [path, methods] of Object.entries(description.paths)) {
    if (!path.startsWith("/api/v0/")) continue;
    for (const method of Object.keys(methods)) {
      const route = `${method.toUpperCase()} ${path}`;
      for (const [scope, key] of keys) {
        const { status } = await send(route, key);
        expect([route, scope, status === 403]).toEqual([route, scope, !allowedScopes(route).includes(scope)]);
      }
    }
  }
});

test("the 403 message names the key's scope and the required ones", async () => {
  const { body } = await send("POST /api/v0/metrics/data", keys.get("read") ?? "");
  expect(body.errorMessage).toBe(
    "This API key isn't allowed to do this: its scope is read, and this call needs metrics or all. An administrator can create another one under Settings.",
  );
});

test("a rejected key is logged by its ID, and no key's value is logged", async () => {
  const id = (await answer(daymark.administrator.settings.$get())).apiKeys.find(
    ({ value }) => value === keys.get("read"),
  )?.id;
  await send("POST /api/v0/incidents", keys.get("read") ?? "");
  await expect.poll(() => daymark.logs.join("\n")).toContain(`"actor":"key:${id}"`);
  const unknown = "unknown".padEnd(40, "x");
  await send("GET /api/v0/incidents", unknown);
  await expect.poll(() => daymark.logs.join("\n")).toContain("This API key is not valid.");
  for (const value of [...keys.values(), unknown]) expect(daymark.logs.join("\n")).not.toContain(value);
});

test("a key with two scopes may do what either scope allows", async () => {
  const key = await makeApiKey(daymark, { scopes: ["metrics", "read"] });
  const statuses = ["POST /api/v0/metrics/data", "GET /api/v0/incidents", "POST /api/v0/incidents"].map(
    async (route) => (await send(route, key)).status,
  );
  expect(await Promise.all(statuses)).toEqual([400, 200, 403]);
});
