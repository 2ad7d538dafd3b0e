import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app } from "../../../../worker/api.ts";
import { MAX_HEADER_CHARACTERS } from "../../../../worker/http/limits/request-limits.ts";
import type { OpenAPIDocument } from "../../../../worker/openapi/schema.ts";
import { makeApiKey } from "../../../support/factories/factories.ts";
import { sendJSON } from "../../../support/factories/send-json.ts";
import { sendHeadersOnly } from "../../../support/readers/headers-only-request.ts";
import { rawRequest } from "../../../support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendJSON(daymark, { method, path, body, headers });

test.for([
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "text/plain;charset=UTF-8",
  "",
])("a body of the type '%s' is accepted", async (type) => {
  const { status } = await send("POST", "/api/components", { name: "A" }, { "Content-Type": type });
  expect(status).toBe(201);
});

test.for(["application/xml", "text/html", "multipart/form-data", "application/x-www-form-urlencoded"])(
  "a body of the type %s gets 415",
  async (type) => {
    const { status, json } = await send("POST", "/api/components", { name: "A" }, { "Content-Type": type });
    expect([status, json]).toEqual([
      415,
      { errorMessage: "The body must be JSON, sent as application/json." },
    ]);
  },
);

test("a body over 1 MiB gets 413, with or without a Content-Length", async () => {
  const name = "x".repeat(1024 * 1024);
  const declared = await send("POST", "/api/components", { name });
  const bytes = new TextEncoder().encode(JSON.stringify({ name }));
  const streamed = await daymark.fetch("/api/components", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
    body: new Blob([bytes]).stream(),
    duplex: "half",
  } as RequestInit);
  expect([declared.status, streamed.status]).toEqual([413, 413]);
  expect(declared.json).toEqual({
    errorMessage: "The body is too large: the limit is 1 MiB, and 2 MiB for a logo.",
  });
});

test("a body that is not UTF-8, nested too deeply or has too many values gets 400", async () => {
  const cases = [
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "The body is not valid UTF-8."],
    [`{"name":${"[".repeat(40)}${"]".repeat(40)}}`, "The body can be nested at most 32 levels deep."],
    [`{"name":[${"0,".repeat(50_000)}0]}`, "The body can have at most 50,000 values."],
  ] as const;
  for (const [body, errorMessage] of cases) {
    const headers = { Authorization: await daymark.token() };
    const response = await daymark.fetch("/api/components", { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([400, { errorMessage }]);
  }
});

test("the body of a request without credentials isn't read", async () => {
  for (const [path, status] of [
    ["/api/components", 401],
    ["/api/settings/logos", 401],
    ["/api/v0/metrics/data", 401],
    ["/api/hooks/ses", 403],
    ["/api/hooks/resend", 403],
    ["/api/hooks/postmark", 403],
    ["/api/sign-in/token", 403],
  ] as const) {
    const length = 7 * 1024 * 1024;
    expect([path, await sendHeadersOnly(daymark.url, { path, length })]).toEqual([path, status]);
  }
});

test("a request to subscribe over 16 KiB gets 413, with or without a Content-Length", async () => {
  const body = JSON.stringify({ emailAddress: "long@example.com", website: "x".repeat(16 * 1024) });
  const streamed = () => ({ body: new Blob([body]).stream(), duplex: "half" }) as RequestInit;
  for (const init of [() => ({ body }), streamed])
    for (const path of ["/api/subscribers/subscribe", "/subscribe"])
      expect([path, (await daymark.fetch(path, { method: "POST", ...init() })).status]).toEqual([path, 413]);
});

test("limits of headers apply to every path", async () => {
  const longHeader = { "Access-Control-Request-Headers": "x".repeat(2049) };
  for (const path of ["/", "/metrics/x/day.svg", "/api/incidents"])
    expect([path, (await daymark.fetch(path, { method: "OPTIONS", headers: longHeader })).status]).toEqual([
      path,
      431,
    ]);
  expect((await daymark.fetch("/history", { headers: { Authorization: "x".repeat(8193) } })).status).toBe(
    431,
  );
  const invalidHost = await rawRequest(daymark.url, { path: "/nothing", headers: { Host: "x:99999" } });
  expect(invalidHost.status).toBe(404);
});

test("a URL, a query parameter or a header that is too long is refused", async () => {
  const longURL = await send("GET", `/api/incidents?before=${"x".repeat(2048)}`);
  expect([longURL.status, longURL.json]).toEqual([
    414,
    { errorMessage: "The address is too long: the limit is 2,048 characters." },
  ]);
  const longParameter = await send("GET", `/api/incidents?before=${"x".repeat(101)}`);
  expect([longParameter.status, longParameter.json]).toMatchObject([
    400,
    { errors: [{ path: "before", message: "before can be 100 characters at most." }] },
  ]);
  expect((await send("GET", `/api/mail/recipients?components=${"x,".repeat(7000)}`)).status).toBe(200);
  for (const [name, max] of Object.entries(MAX_HEADER_CHARACTERS)) {
    if (name === "Content-Length") continue;
    const value = "x".repeat(max + 1);
    // Not `fetch`, because it sets Sec-Fetch-Mode itself.
    const request = { path: "/api/health", headers: { [name]: value } };
    const { status, text } = await rawRequest(daymark.url, request);
    expect([status, JSON.parse(text)]).toEqual([
      431,
      {
        errorMessage: `The header ${name} is too long: the limit is ${max.toLocaleString("en")} characters.`,
      },
    ]);
  }
});

describe("an unknown ID gets 404", () => {
  const unknown = [
    ["GET", "/api/incidents/nobody", undefined],
    ["PATCH", "/api/incidents/nobody", { name: "A" }],
    ["PATCH", "/api/incidents/nobody/incidentupdates/nothing", { message: "A" }],
    ["PATCH", "/api/components/nobody", { name: "A" }],
  ] as const;
  test.for(unknown)("%s %s", async ([method, path, body]) => {
    const { status, json } = await send(method, path, body);
    expect(status).toBe(404);
    expect((json as { errorMessage: string }).errorMessage).toContain("It may have been deleted.");
  });
});

test.for(["/api", "/api/nothing", "/api/components/a/b", "/api/incidents/a/incidentupdates", "/api/v9/x"])(
  "%s gets 404 in JSON",
  async (path) => {
    const { response, status, json } = await send("GET", path);
    expect([status, json]).toEqual([
      404,
      { errorMessage: "There is nothing at this address. All calls are listed at /api/docs." },
    ]);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  },
);

test.for([
  ...["2026/13/40.json", "2026/02/01.json", "2026/2/30.json", "2026/2/1.JSON", "2026/2/1", "0/1/1.json"],
  ...[
    "day.png",
    "day",
    "2026",
    "2026/2",
    "2026/2/1/1.json",
    "",
    "nobody/",
    "week.svg/",
    "%2e%2e",
    "\u00e9.svg",
  ],
])("/metrics/nobody/%s gets 404 in JSON", async (file) => {
  const { response, status, json } = await send("GET", `/metrics/nobody/${file}`);
  expect([status, response.headers.get("Content-Type")]).toEqual([404, "application/json"]);
  expect((json as { errorMessage: string }).errorMessage).toMatch(
    /^There is (nothing at this address\. All calls are listed at \/api\/docs|no such day\. .* such as 2026\/1\/31\.json)\.$/,
  );
});

test("every error under /api and /metrics is JSON, on known and unknown paths", async () => {
  const paths = new Set(app.routes.map(({ path }) => path.replace(/:\w+(\{.*\})?/g, "%ff")));
  const routesAndNeighbors = [...paths].flatMap((path) => [path, `${path}/x`, `${path}.`]).filter(isUnderAPI);
  expect(routesAndNeighbors.length).toBeGreaterThan(90);
  for (const path of [
    ...routesAndNeighbors,
    "/api",
    "/metrics",
    "/metrics/",
    "/api/",
    "/api//x",
    "/api/%00",
  ]) {
    if (path.includes("*")) continue;
    for (const method of ["GET", "PUT", "POST", "DELETE"]) {
      const { status, headers, text } = await rawRequest(daymark.url, { path, method });
      if (status < 400) continue;
      expect([method, path, headers["content-type"]]).toEqual([method, path, "application/json"]);
      expect([path, JSON.parse(text)]).toMatchObject([path, { errorMessage: expect.stringMatching(/\.$/) }]);
    }
  }
});

function isUnderAPI(path: string): boolean {
  return /^\/(api|metrics)/.test(path);
}

test("bytes that are not UTF-8 get 400 in every body and in every string parameter", async () => {
  const { paths } = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument;
  const key = await makeApiKey(daymark, { scopes: ["all", "archive"] });
  const headers = { Authorization: await daymark.token(), "x-api-key": key };
  let bodyCount = 0;
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
      const concretePath = path.replace(/\{\w+\}/g, "nobody");
      const stringParameters = parameters.filter(
        ({ in: where, schema }) => where === "query" && schema?.maxLength,
      );
      for (const { name } of stringParameters) {
        const response = await daymark.fetch(`${concretePath}?${name}=%FF`, {
          method: method.toUpperCase(),
          headers,
        });
        expect([path, name, response.status]).toEqual([path, name, 400]);
      }
      if (!requestBody) continue;
      bodyCount += 1;
      const body = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, 0x22, 0x7d]);
      const response = await daymark.fetch(concretePath, { method: method.toUpperCase(), headers, body });
      const { errorMessage } = (await response.json()) as { errorMessage: string };
      // The hooks get 403 first, because no sender is configured, and so does a sign-in that isn't the console's.
      const status = /^\/api\/(hooks|sign-in)\//.test(path) ? 403 : 400;
      expect([method, path, response.status]).toEqual([method, path, status]);
      if (status === 400) expect([path, errorMessage]).toEqual([path, "The body is not valid UTF-8."]);
    }
  expect(bodyCount).toBeGreaterThan(20);
});

describe("a method that a path doesn't support gets 405 with Allow", () => {
  const requests = [
    ["DELETE", "/api/components", "GET, HEAD, POST, PATCH"],
    ["PUT", "/api/components", "GET, HEAD, POST, PATCH"],
    ["GET", "/api/settings/apikeys/x", "PATCH, DELETE"],
    ["POST", "/api/components/x", "GET, HEAD, PATCH, DELETE"],
    ["POST", "/api/incidents/x", "GET, HEAD, PATCH, DELETE"],
    ["GET", "/api/incidents/x/incidentupdates/y", "PATCH, DELETE"],
    ["POST", "/api/public-settings", "GET, HEAD"],
    ["DELETE", "/api/settings", "GET, HEAD, PATCH"],
    ["POST", "/", "GET, HEAD"],
  ] as const;
  test.for(requests)("%s %s", async ([method, path, allow]) => {
    const { response, status } = await send(method, path);
    expect([status, response.headers.get("Allow")]).toEqual([405, allow]);
  });
});

test.for(["0", "101", "-1", "1.5", "ten", "", " 5", "1e1"])("?limit=%s gets 400", async (limit) => {
  const { status, json } = await send("GET", `/api/incidents?limit=${encodeURIComponent(limit)}`);
  expect([status, (json as { errors: unknown[] }).errors]).toEqual([
    400,
    [{ path: "limit", message: "limit must be a whole number from 1 to 100." }],
  ]);
});

test.for(["", "never", "2026-02-30T00:00:00Z", "_x", "2026-01-31T09:00:00+99:99"])(
  "?before=%s gets 400",
  async (before) => {
    const { status } = await send("GET", `/api/incidents?before=${encodeURIComponent(before)}`);
    expect(status).toBe(400);
  },
);

test("every origin can call the API, and a preflight is cached for a day", async () => {
  const preflight = await daymark.fetch("/api/components/x", {
    method: "OPTIONS",
    headers: {
      Origin: "https://status.example",
      "Access-Control-Request-Method": "PATCH",
      "Access-Control-Request-Headers": "authorization,content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": expect.stringContaining("PATCH"),
    "access-control-allow-headers": "authorization,content-type",
    "access-control-max-age": "86400",
  });
  for (const path of ["/api/components", "/api/nothing", "/api/settings"]) {
    const response = await daymark.fetch(path, { headers: { Origin: "https://status.example" } });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    expect(response.headers.get("Access-Control-Expose-Headers")?.split(",")).toEqual([
      "Allow",
      "ETag",
      "Link",
      "Location",
      "Order-Note",
      "Retry-After",
      "Undo",
      "X-Request-Id",
    ]);
  }
});
