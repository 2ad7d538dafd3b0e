import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app } from "../../worker/api.ts";
import { MAX_HEADER_CHARACTERS } from "../../worker/http/request-limits.ts";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { declare } from "../support/declared-body.ts";
import { makeApiKey, makeComponent, makeIncident } from "../support/factories.ts";
import { rawRequest } from "../support/raw-request.ts";

let daymark: Daymark;
let componentID: string;
let incidentID: string;
let incidentUpdateID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  ({ componentID } = await makeComponent(daymark));
  const incident = await makeIncident(daymark, { components: [{ componentID, status: "Partial Outage" }] });
  incidentID = incident.incidentID;
  incidentUpdateID = incident.incidentUpdates[0]?.incidentUpdateID ?? "";
});
afterAll(() => daymark.stop());

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { response, status: response.status, answer: await response.json().catch(() => undefined) };
}

/** Everything an administrator could have changed. */
async function everything() {
  const answers = await Promise.all(
    ["/api/components?fresh=1", "/api/incidents?fresh=1", "/api/settings"].map((path) => send("GET", path)),
  );
  return answers.map(({ answer }) => answer);
}

const incident = { name: "Down", status: "Investigating" };
const future = "2999-01-01T00:00:00Z";

/** What nobody can see, of each kind that Unicode has. */
const invisible = [
  ...[
    "\u200b",
    "\u200d\u200c",
    "\u2060",
    "\u00ad",
    "\u180e",
    "\ufeff\u200b\ufeff",
    "\u202e",
    "\u200f",
    "\u2066\u2069",
  ],
  ...[
    "\u115f",
    "\u1160",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u{13441}",
    "\u{1d159}",
    "\ufffc",
    "\u{1d173}",
    "\u{16fe4}",
  ],
  ...[
    "\ufe0f",
    "\u180b",
    "\u{e0100}",
    "\u{e0041}\u{e007f}",
    "\u0301",
    "\u0301 \u0300",
    "\u20dd",
    "\u0903",
    "\u034f",
  ],
];

describe("a refused body is a 400 that says where and why, and changes nothing", () => {
  // [body, path of the first error, its message]
  const texts = {
    invisible: "contains only invisible characters. Enter at least one visible character.",
    control: "contains a control character. Only line breaks and tabs are allowed.",
    status: "Status must be one of: Investigating, Identified, Monitoring, Resolved.",
    listed: "Components must be a list of {componentID, status}.",
    privacy: "Privacy notice URL must be an https address without a user name or password.",
    date: "createdAt must be a date and time such as 2026-01-31T09:00:00Z.",
  };
  const bodies = {
    "POST /api/components": [
      [{}, "name", "Name is required."],
      [{ name: "   " }, "name", "Name is required."],
      [{ name: 5 }, "name", "Name must be a string."],
      [{ name: null }, "name", "Name must be a string."],
      [{ name: "x".repeat(201) }, "name", "Name can be 200 characters at most."],
      [{ name: "a\u0000b" }, "name", `Name ${texts.control}`],
      [{ name: "a\u0085b" }, "name", `Name ${texts.control}`],
      [{ name: "a\rb" }, "name", `Name ${texts.control}`],
      [{ name: "a\ud800b" }, "name", `Name ${texts.control}`],
      ...invisible.map((name) => [{ name }, "name", `Name ${texts.invisible}`] as const),
      [{ name: "A", description: "\u200b" }, "description", `Description ${texts.invisible}`],
      [
        { name: "A", description: "x".repeat(1001) },
        "description",
        "Description can be 1,000 characters at most.",
      ],
      [
        { name: "A", status: "Fine" },
        "status",
        "Status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage.",
      ],
    ],
    "PATCH /api/components/:componentID": [
      [{}, "", "Nothing to change: send at least one of name, description, status, order."],
      [{ unknown: 1 }, "", "Nothing to change: send at least one of name, description, status, order."],
      [{ name: "" }, "name", "Name is required."],
      [{ order: 1.5 }, "order", "Order must be a whole number."],
      [{ order: "1" }, "order", "Order must be a whole number."],
      [{ order: -1 }, "order", "Order can't be negative."],
      [{ order: 10_000_000_000 }, "order", "Order can be 9,999,999,999 at most."],
    ],
    "POST /api/incidents": [
      [{ status: "Investigating" }, "name", "Name is required."],
      [{ name: "A" }, "status", texts.status],
      [{ ...incident, status: "investigating" }, "status", texts.status],
      [{ ...incident, message: "x".repeat(20_001) }, "message", "Message can be 20,000 characters at most."],
      [{ ...incident, components: {} }, "components", texts.listed],
      [{ ...incident, components: null }, "components", texts.listed],
      [
        { ...incident, components: [{ status: "Operational" }] },
        "components.0.componentID",
        "componentID is required.",
      ],
      [
        { ...incident, components: [{ componentID: "nobody", status: "Operational" }] },
        "components.0.componentID",
        "There is no component nobody.",
      ],
      [
        { ...incident, components: [{ componentID: "a\u0000", status: "Operational" }] },
        "components.0.componentID",
        "componentID must be the id of a component.",
      ],
      [{ ...incident, createdAt: future }, "createdAt", "createdAt can't be in the future."],
      [{ ...incident, createdAt: "yesterday" }, "createdAt", texts.date],
      [{ ...incident, createdAt: "2026-02-30T00:00:00Z" }, "createdAt", texts.date],
      [{ ...incident, createdAt: 5 }, "createdAt", texts.date],
      ...["+24:00", "-99:99", "+00:60", "+0560", "+5:00", "+01:00:00", "[Europe/Madrid]"].map(
        (offset) =>
          [{ ...incident, createdAt: `2026-01-31T09:00:00${offset}` }, "createdAt", texts.date] as const,
      ),
      [{ ...incident, createdAt: "2026-01-31T09:60:00Z" }, "createdAt", texts.date],
      [{ ...incident, components: [5] }, "components.0", texts.listed],
      [{ ...incident, createdAt: "0000-01-01T00:00:00+05:00" }, "createdAt", texts.date],
    ],
    "PATCH /api/incidents/:incidentID": [
      [{}, "", "Nothing to change: send at least one of name, status, message, components, createdAt."],
      [
        { components: [{ componentID: "nobody", status: "Operational" }] },
        "components.0.componentID",
        "There is no component nobody.",
      ],
      [{ createdAt: future }, "createdAt", "createdAt can't be in the future."],
      [{ status: "" }, "status", texts.status],
    ],
    "PATCH /api/incidents/:incidentID/incidentupdates/:incidentUpdateID": [
      [{}, "", "Nothing to change: send at least one of incidentStatus, message, createdAt."],
      [
        { incidentStatus: "Done" },
        "incidentStatus",
        "Incident status must be one of: Investigating, Identified, Monitoring, Resolved.",
      ],
      [{ createdAt: future }, "createdAt", "createdAt can't be in the future."],
    ],
    "PATCH /api/settings": [
      [
        {},
        "",
        "Nothing to change: send at least one of serviceName, backgroundColor, emailNotification, privacyNoticeURL, turnstile.",
      ],
      [{ serviceName: "x".repeat(201) }, "serviceName", "Service name can be 200 characters at most."],
      [{ backgroundColor: "red" }, "backgroundColor", "Background color must be a color such as #1A2B3C."],
      ...[
        "http://acme.example/privacy",
        "javascript:alert(1)",
        "//acme.example/privacy",
        "https:acme.example",
        "https://user@acme.example/",
        "https://user:password@acme.example/",
        "https://acme.example\\@evil.example/",
        "https://",
        "https://acme.example/a b",
        "https://acme.example/\nprivacy",
      ].map((url) => [{ privacyNoticeURL: url }, "privacyNoticeURL", texts.privacy] as const),
      [
        { privacyNoticeURL: `https://${"ü".repeat(2000)}` },
        "privacyNoticeURL",
        "Privacy notice URL can be 2,000 characters at most.",
      ],
      [{ turnstile: {} }, "turnstile", "Nothing to change: send at least one of siteKey, secretKey."],
      [
        { turnstile: { siteKey: "<script>" } },
        "turnstile.siteKey",
        "Turnstile Site Key must be the value that Cloudflare's dashboard shows.",
      ],
      [
        { turnstile: { secretKey: "x".repeat(101) } },
        "turnstile.secretKey",
        "Turnstile Secret Key can be 100 characters at most.",
      ],
      [
        { turnstile: { siteKey: "0x4AAA" } },
        "turnstile.secretKey",
        "Turnstile Secret Key is required: enter the one that belongs to this site key.",
      ],
      [
        { turnstile: { secretKey: "0x4AAA" } },
        "turnstile.siteKey",
        "Turnstile Site Key is required with a secret key.",
      ],
      [{ privacyNoticeURL: 5 }, "privacyNoticeURL", "Privacy notice URL must be a string."],
    ],
  };
  const cases = Object.entries(bodies).flatMap(([call, refused]) =>
    refused.map(([body, path, message]) => ({ call, body, path, message })),
  );
  test.for(cases)("$call $message", async ({ call, body, path, message }) => {
    const [method = "", route = ""] = call.split(" ");
    const ids: Record<string, string> = { componentID, incidentID, incidentUpdateID };
    const before = await everything();
    const { status, answer } = await send(
      method,
      route.replace(/:(\w+)/g, (_, name) => ids[name] ?? ""),
      body,
    );
    expect(status).toBe(400);
    expect(answer).toMatchObject({
      errorMessage: expect.stringContaining(String(message)),
      errors: [{ path, message }],
    });
    expect(await everything()).toEqual(before);
  });

  test("a component that is listed twice is refused by the place of the second", async () => {
    const components = [
      { componentID, status: "Operational" },
      { componentID, status: "Major Outage" },
    ];
    for (const [method, path] of [
      ["POST", "/api/incidents"],
      ["PATCH", `/api/incidents/${incidentID}`],
    ] as const) {
      expect((await send(method, path, { ...incident, components })).answer).toEqual({
        errorMessage: `Component ${componentID} is listed twice.`,
        errors: [{ path: "components.1.componentID", message: `Component ${componentID} is listed twice.` }],
      });
    }
  });

  test("all reasons are given at once", async () => {
    const { answer } = await send("POST", "/api/incidents", { components: [{ componentID, status: "x" }] });
    expect((answer as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      "name",
      "status",
      "components.0.status",
    ]);
  });

  test.for(["", "{", "[]", "null", '"text"', "5", "{'name': 1}"])(
    "%s instead of a JSON object",
    async (body) => {
      const { status, answer } = await send("POST", "/api/components", body);
      expect(status).toBe(400);
      expect((answer as { errorMessage: string }).errorMessage).toMatch(
        /^The body (is not valid JSON|must be a JSON object)\.$/,
      );
    },
  );
});

test("spaces around a name, a status, an id, a date or a color are no part of it", async () => {
  const spaced = { status: " Identified\n", createdAt: "\t2001-01-01T10:00Z ", name: " API " };
  const components = [{ componentID: ` ${componentID} `, status: " Operational " }];
  const opened = await send("POST", "/api/incidents", { ...spaced, components });
  expect([opened.status, opened.answer]).toMatchObject([
    201,
    { name: "API", status: "Identified", createdAt: "2001-01-01T10:00:00.000Z" },
  ]);
  expect((await send("PATCH", "/api/settings", { backgroundColor: " #1a2B3c " })).answer).toMatchObject({
    backgroundColor: "#1a2B3c",
  });
});

test("a name is taken as long as something of it can be seen", async () => {
  for (const name of ["\u200bA", "e\u0301", "❤️", "🏴\u{e0067}\u{e0062}\u{e007f}", "한", "ก็", "—", "\ue000"]) {
    const { status, answer } = await send("POST", "/api/components", { name });
    expect([name, status]).toEqual([name, 201]);
    if (status === 201) expect(answer).toMatchObject({ name });
  }
});

test("a field that no object can have is refused, since no schema would see it", async () => {
  const { status, answer } = await send("POST", "/api/components", '{"name":"A","__proto__":{}}');
  expect([status, answer]).toEqual([400, { errorMessage: "No field can have the name __proto__." }]);
});

test("texts at their very bounds are taken", async () => {
  const { status } = await send("POST", "/api/incidents", {
    name: "n".repeat(200),
    status: "Resolved",
    message: `${"m".repeat(19_998)}\n\t`.padEnd(20_000, "m"),
    createdAt: "2001-01-01T00:00:00+02:00",
  });
  expect(status).toBe(201);
  expect((await send("POST", "/api/components", { name: "c", description: "d".repeat(1000) })).status).toBe(
    201,
  );
});

test("a time that is two minutes ahead is refused, for a minute is all that clocks are given", async () => {
  const createdAt = new Date(Date.now() + 120_000).toISOString();
  for (const [method, path, body] of [
    ["POST", "/api/incidents", { ...incident, createdAt }],
    ["PATCH", `/api/incidents/${incidentID}`, { createdAt }],
    ["PATCH", `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`, { createdAt }],
  ] as const) {
    expect((await send(method, path, body)).answer).toMatchObject({
      errors: [{ path: "createdAt", message: "createdAt can't be in the future." }],
    });
  }
});

test("a time without a zone means UTC, and one with a zone is kept as UTC", async () => {
  const post = (createdAt: string) => send("POST", "/api/incidents", { ...incident, createdAt });
  expect((await post("2001-01-01T10:00")).answer).toMatchObject({ createdAt: "2001-01-01T10:00:00.000Z" });
  expect((await post("2001-01-01T10:00:00.5+05:30")).answer).toMatchObject({
    createdAt: "2001-01-01T04:30:00.500Z",
  });
  expect((await post("2026-01-31T09:00Z")).answer).toMatchObject({ createdAt: "2026-01-31T09:00:00.000Z" });
  const window = { startAt: "2030-01-31T09:00Z", endAt: "2030-01-31T10:00+00:30" };
  const planned = await send("POST", "/api/maintenances", { name: "A", status: "Scheduled", ...window });
  expect(planned.answer).toMatchObject({
    startAt: "2030-01-31T09:00:00.000Z",
    endAt: "2030-01-31T09:30:00.000Z",
  });
});

test.for([
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "text/plain;charset=UTF-8",
  "",
])("a body is read when its type is %s", async (type) => {
  const { status } = await send("POST", "/api/components", { name: "A" }, { "Content-Type": type });
  expect(status).toBe(201);
});

test.for(["application/xml", "text/html", "multipart/form-data", "application/x-www-form-urlencoded"])(
  "a body of type %s is a 415",
  async (type) => {
    const { status, answer } = await send("POST", "/api/components", { name: "A" }, { "Content-Type": type });
    expect([status, answer]).toEqual([
      415,
      { errorMessage: "The body must be JSON, sent as application/json." },
    ]);
  },
);

test("a body over 1 MiB is a 413, whether its length is declared or not", async () => {
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
  expect(declared.answer).toEqual({
    errorMessage: "The body is too large: the limit is 1 MiB, and 2 MiB for a logo.",
  });
});

test("a body that is not UTF-8, nested too deeply or of too many values is a 400", async () => {
  const reasons = [
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "The body is not valid UTF-8."],
    [`{"name":${"[".repeat(40)}${"]".repeat(40)}}`, "The body can be nested at most 32 levels deep."],
    [`{"name":[${"0,".repeat(50_000)}0]}`, "The body can have at most 50,000 values."],
  ] as const;
  for (const [body, errorMessage] of reasons) {
    const headers = { Authorization: await daymark.token() };
    const response = await daymark.fetch("/api/components", { method: "POST", headers, body });
    expect([response.status, await response.json()]).toEqual([400, { errorMessage }]);
  }
});

test("nobody without credentials has a body read, however long it is", async () => {
  for (const [path, status] of [
    ["/api/components", 401],
    ["/api/settings/logos", 401],
    ["/api/v0/metrics/data", 401],
    ["/api/hooks/ses", 403],
  ] as const) {
    const length = 7 * 1024 * 1024;
    expect([path, await declare(daymark.url, { path, length })]).toEqual([path, status]);
  }
});

test("a subscription's body over 16 KiB is a 413, whether its length is declared or not", async () => {
  const body = JSON.stringify({ emailAddress: "long@example.com", website: "x".repeat(16 * 1024) });
  const streamed = () => ({ body: new Blob([body]).stream(), duplex: "half" }) as RequestInit;
  for (const init of [() => ({ body }), streamed])
    for (const path of ["/api/subscribers/subscribe", "/subscribe"])
      expect([path, (await daymark.fetch(path, { method: "POST", ...init() })).status]).toEqual([path, 413]);
});

test("a page that is refused before its address is known is refused all the same", async () => {
  const long = { "Access-Control-Request-Headers": "x".repeat(2049) };
  for (const path of ["/", "/metrics/x/day.svg", "/api/incidents"])
    expect([path, (await daymark.fetch(path, { method: "OPTIONS", headers: long })).status]).toEqual([
      path,
      431,
    ]);
  expect((await daymark.fetch("/history", { headers: { Authorization: "x".repeat(8193) } })).status).toBe(
    431,
  );
  const odd = await rawRequest(daymark.url, { path: "/nothing", headers: { Host: "x:99999" } });
  expect(odd.status).toBe(404);
});

test("an address or a header that is longer than anything reads is refused", async () => {
  const long = await send("GET", `/api/incidents?before=${"x".repeat(2048)}`);
  expect([long.status, long.answer]).toEqual([
    414,
    { errorMessage: "The address is too long: the limit is 2,048 characters." },
  ]);
  const parameter = await send("GET", `/api/incidents?before=${"x".repeat(101)}`);
  expect([parameter.status, parameter.answer]).toMatchObject([
    400,
    { errors: [{ path: "before", message: "before can be 100 characters at most." }] },
  ]);
  expect((await send("GET", `/api/mail/recipients?components=${"x,".repeat(7000)}`)).status).toBe(200);
  for (const [name, max] of Object.entries(MAX_HEADER_CHARACTERS)) {
    if (name === "Content-Length") continue;
    const value = "x".repeat(max + 1);
    // fetch has a Sec-Fetch-Mode of its own.
    const sent = { path: "/api/health", headers: { [name]: value } };
    const { status, text } = await rawRequest(daymark.url, sent);
    expect([status, JSON.parse(text)]).toEqual([
      431,
      {
        errorMessage: `The header ${name} is too long: the limit is ${max.toLocaleString("en")} characters.`,
      },
    ]);
  }
});

describe("an unknown id is a 404", () => {
  const unknown = [
    ["GET", "/api/incidents/nobody", undefined],
    ["PATCH", "/api/incidents/nobody", { name: "A" }],
    ["PATCH", "/api/incidents/nobody/incidentupdates/nothing", { message: "A" }],
    ["PATCH", "/api/components/nobody", { name: "A" }],
  ] as const;
  test.for(unknown)("%s %s", async ([method, path, body]) => {
    const { status, answer } = await send(method, path, body);
    expect(status).toBe(404);
    expect((answer as { errorMessage: string }).errorMessage).toContain("It may have been deleted.");
  });
});

test.for(["/api", "/api/nothing", "/api/components/a/b", "/api/incidents/a/incidentupdates", "/api/v9/x"])(
  "%s is a 404 in JSON",
  async (path) => {
    const { response, status, answer } = await send("GET", path);
    expect([status, answer]).toEqual([
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
])("/metrics/nobody/%s is a 404 in JSON", async (file) => {
  const { response, status, answer } = await send("GET", `/metrics/nobody/${file}`);
  expect([status, response.headers.get("Content-Type")]).toEqual([404, "application/json"]);
  expect((answer as { errorMessage: string }).errorMessage).toMatch(
    /^There is (nothing at this address\. All calls are listed at \/api\/docs|no such day\. .* such as 2026\/1\/31\.json)\.$/,
  );
});

test("whatever is refused under /api and /metrics is refused in JSON, on every route and beside it", async () => {
  const paths = new Set(app.routes.map(({ path }) => path.replace(/:\w+(\{.*\})?/g, "%ff")));
  const beside = [...paths].flatMap((path) => [path, `${path}/x`, `${path}.`]).filter(isUnderAPI);
  expect(beside.length).toBeGreaterThan(90);
  for (const path of [...beside, "/api", "/metrics", "/metrics/", "/api/", "/api//x", "/api/%00"]) {
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

test("bytes that are not UTF-8 are a 400 in every body and in every parameter that is a text", async () => {
  const { paths } = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument;
  const key = await makeApiKey(daymark);
  const headers = { Authorization: await daymark.token(), "x-api-key": key };
  let bodies = 0;
  for (const [path, calls] of Object.entries(paths))
    for (const [method, { requestBody, parameters = [] }] of Object.entries(calls)) {
      const address = path.replace(/\{\w+\}/g, "nobody");
      const texts = parameters.filter(({ in: where, schema }) => where === "query" && schema?.maxLength);
      for (const { name } of texts) {
        const response = await daymark.fetch(`${address}?${name}=%FF`, { headers });
        expect([address, name, response.status]).toEqual([address, name, 400]);
      }
      if (!requestBody) continue;
      bodies += 1;
      const body = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, 0x22, 0x7d]);
      const response = await daymark.fetch(address, { method: method.toUpperCase(), headers, body });
      const { errorMessage } = (await response.json()) as { errorMessage: string };
      // Amazon's notifications are refused before, for another topic.
      const status = path === "/api/hooks/ses" ? 403 : 400;
      expect([method, path, response.status]).toEqual([method, path, status]);
      if (status === 400) expect([path, errorMessage]).toEqual([path, "The body is not valid UTF-8."]);
    }
  expect(bodies).toBeGreaterThan(20);
});

describe("a method that an address does not take is a 405 that says which it does", () => {
  const calls = [
    ["DELETE", "/api/components", "GET, HEAD, POST, PATCH"],
    ["PUT", "/api/components", "GET, HEAD, POST, PATCH"],
    ["GET", "/api/settings/apikeys/x", "DELETE"],
    ["POST", "/api/components/x", "GET, HEAD, PATCH, DELETE"],
    ["POST", "/api/incidents/x", "GET, HEAD, PATCH, DELETE"],
    ["GET", "/api/incidents/x/incidentupdates/y", "PATCH, DELETE"],
    ["POST", "/api/public-settings", "GET, HEAD"],
    ["DELETE", "/api/settings", "GET, HEAD, PATCH"],
    ["POST", "/", "GET, HEAD"],
  ] as const;
  test.for(calls)("%s %s", async ([method, path, allow]) => {
    const { response, status } = await send(method, path);
    expect([status, response.headers.get("Allow")]).toEqual([405, allow]);
  });
});

test.for(["0", "101", "-1", "1.5", "ten", "", " 5", "1e1"])(
  "a page of %s incidents is a 400",
  async (limit) => {
    const { status, answer } = await send("GET", `/api/incidents?limit=${encodeURIComponent(limit)}`);
    expect([status, (answer as { errors: unknown[] }).errors]).toEqual([
      400,
      [{ path: "limit", message: "limit must be a whole number from 1 to 100." }],
    ]);
  },
);

test.for(["", "never", "2026-02-30T00:00:00Z", "_x", "2026-01-31T09:00:00+99:99"])(
  "incidents before '%s' are a 400",
  async (before) => {
    const { status } = await send("GET", `/api/incidents?before=${encodeURIComponent(before)}`);
    expect(status).toBe(400);
  },
);

test("any page may call the API, and a preflight is kept for a day", async () => {
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
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "X-Request-Id",
    ]);
  }
});
