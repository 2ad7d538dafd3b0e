import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { normalizeAddress } from "../../../../web/status/addresses/page-address.ts";
import { makeReadFixtures } from "../../../support/factories/read-fixtures.ts";
import { reads } from "../../../support/readers/all-reads.ts";
import { rawRequest } from "../../../support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let addresses: string[];
let componentID: string;
/** The Worker's clock, stopped because responses change with time. */
let now: string;
let token = "";
const expectedResponses = new Map<string, unknown>();
beforeAll(async () => {
  daymark = await startDaymark();
  const addressOf = await makeReadFixtures(daymark);
  addresses = [
    ...Object.values(reads).flatMap((examples) => examples.map(([example]) => addressOf(example))),
    "/api/incidents",
  ];
  componentID = addressOf(":componentID");
  // A token that is issued later than the fixed clock would be rejected.
  token = await daymark.token();
  now = new Date().toISOString();
  await invalidateAll();
  for (const address of addresses) expectedResponses.set(address, await read(address));
});
afterAll(() => daymark.stop());

/** Writing the same name again invalidates every cached response. */
async function invalidateAll(): Promise<void> {
  const response = await daymark.fetch(`/api/components/${componentID}`, {
    method: "PATCH",
    headers: { Authorization: token, "x-test-now": now },
    body: '{"name":"API"}',
  });
  expect(response.status).toBe(200);
}

async function read(address: string) {
  const { status, headers, text } = await rawRequest(daymark.url, {
    path: address,
    headers: { "x-test-now": now },
  });
  return { status, type: headers["content-type"], language: headers["content-language"], text };
}

const anyIndex = fc.nat(200);
const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
/** Each spelling changes the path at an index. */
const spellings: Record<string, (path: string, index: number) => string> = {
  "percent-encoded": (path, index) =>
    path.slice(0, index) + percentEncode(path[index] ?? "/") + path.slice(index + 1),
  "in capitals": (path, index) =>
    path.slice(0, index) + percentEncode(path[index] ?? "/").toUpperCase() + path.slice(index + 1),
  "encoded twice": (path, index) =>
    path.slice(0, index) + percentEncode(path[index] ?? "/").replace("%", "%25") + path.slice(index + 1),
  "in the other case": (path, index) => {
    const letter = path[index] ?? "";
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return path.slice(0, index) + other + path.slice(index + 1);
  },
};
for (const inserted of [
  ...["/", "//", "/.", "/./", "/x/../", "/%2e", "/%2E%2e/", "/x/%2e%2e/", "\\", "/\\", "%5c", "%2F", "."],
  ...[
    ";",
    ";lang=ar",
    "%00",
    "%20",
    "%",
    "%zz",
    "%3flang=ar",
    "%23",
    "#",
    "#?lang=ar",
    "?lang=ar&",
    "\u00e9",
  ],
])
  spellings[`with ${inserted}`] = (path, index) => path.slice(0, index) + inserted + path.slice(index);
const oneOf = (names: string[]) => fc.tuple(fc.constantFrom(...names), anyIndex);
const anySpelling = fc.oneof(
  // Tries most often the spellings that a careless server decodes to the same path.
  fc.array(oneOf(["percent-encoded", "in capitals"]), { minLength: 1, maxLength: 1 }),
  fc.array(oneOf(Object.keys(spellings)), { maxLength: 3 }),
);

const anyParameter = fc
  .tuple(
    fc.constantFrom(
      ...["lang=ar", "lang=en", "days=30", "days=365", "month=2026-01", "page=2", "limit=1", "limit=x"],
      ...["before=1970-01-01T00:00:00Z", "fresh=0", "fresh=1", "timeframe=month", "at=5", "x", "=", "", "%"],
    ),
    fc.constantFrom<(parameter: string) => string>(
      (parameter) => parameter,
      (parameter) => parameter.toUpperCase(),
      (parameter) => parameter.replace("=", "[]="),
      (parameter) => parameter.replace("=", "%3D"),
      (parameter) => parameter.slice(0, 1).replace(/\w/, percentEncode) + parameter.slice(1),
      (parameter) => `${parameter}&${parameter.replace(/=.*/, "=fr")}`,
    ),
  )
  .map(([parameter, spell]) => spell(parameter));

const anyHeaders = fc.dictionary(
  fc.constantFrom("X-Forwarded-Host", "X-Forwarded-For", "X-Forwarded-Proto", "Host", "Forwarded", "Cookie"),
  fc.constantFrom("elsewhere.example", "127.0.0.1:80", "https"),
  { maxKeys: 2 },
);
const otherHeaders = fc.record(
  {
    "X-Original-URL": fc.constantFrom("/api/incidents?before=1970-01-01T00:00:00Z", "/history?lang=ar"),
    "X-Rewrite-URL": fc.constant("/history?lang=ar"),
    "X-HTTP-Method-Override": fc.constantFrom("POST", "DELETE", "HEAD"),
    "Accept-Language": fc.constantFrom("ar", "fr;q=1"),
    Accept: fc.constantFrom("text/markdown", "application/json"),
    Range: fc.constantFrom("bytes=0-0", "bytes=5-"),
    "If-None-Match": fc.constantFrom("*", '"x"'),
    "If-Modified-Since": fc.constant("Fri, 01 Jan 2100 00:00:00 GMT"),
    "Cache-Control": fc.constantFrom("no-cache", "only-if-cached"),
    Authorization: fc.constant("Bearer forged"),
    "x-api-key": fc.constant("k".repeat(40)),
    Origin: fc.constant("https://elsewhere.example"),
  },
  { requiredKeys: [] },
);

const anyVariant = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"),
  spelling: anySpelling,
  parameters: fc.array(anyParameter, { maxLength: 4 }),
  before: fc.boolean(),
  headers: fc.tuple(anyHeaders, otherHeaders).map(([one, other]) => ({ ...one, ...other })),
});
type Variant = typeof anyVariant extends fc.Arbitrary<infer T> ? T : never;

/** The request target of an address in another spelling. */
function pathOf(address: string, { spelling, parameters, before }: Variant): string {
  const [path = "", query = ""] = address.split("?");
  const spelled = spelling.reduce(
    (current, [name, index]) => spellings[name]?.(current, index % current.length) ?? current,
    path,
  );
  const ownParameters = query === "" ? [] : [query];
  const allParameters = before ? [...parameters, ...ownParameters] : [...ownParameters, ...parameters];
  const target = spelled.startsWith("/") ? spelled : `/${spelled}`;
  return allParameters.length === 0 ? target : `${target}?${allParameters.join("&")}`;
}

/** The platform resolves dot segments before it calls the Worker, unless they are encoded. */
const hasDotSegments = /^[^?#]*\/\.{1,2}([/?#]|$)/;

/** Sends a request in another spelling, whose response must not be one that is stored. */
async function expectNoOtherResponse(address: string, variant: Variant): Promise<void> {
  const path = pathOf(address, variant);
  const isNormal = normalizeAddress(daymark.url + path)?.isNormal;
  // A POST or DELETE to a normal address would change content.
  const method = isNormal && /POST|DELETE/.test(variant.method) ? "GET" : variant.method;
  const headers = { ...variant.headers, "x-test-now": now };
  const response = await rawRequest(daymark.url, { path, method, headers });
  expect(response.status, `${method} ${path}`).toBeLessThan(500);
  if (isNormal || method === "OPTIONS" || hasDotSegments.test(path)) return;
  expect([path, response.headers["cache-control"]]).toEqual([path, "no-store"]);
  expect(/^(GET|HEAD)$/.test(method) ? [301, 404] : [404], `${method} ${path}`).toContain(response.status);
  // A redirect leads to the normal address on the same host.
  if (response.status === 301)
    expect(normalizeAddress(daymark.url + response.headers.location)).toEqual({
      address: response.headers.location,
      isNormal: true,
    });
}

test("no spelling of an address changes the response of the normal one, or a snapshot", async () => {
  const anyAddress = fc.oneof(
    fc.constantFrom("/", "/history", "/api/incidents"),
    fc.constantFrom(...addresses),
  );
  const anyVariants = fc.array(anyVariant, { minLength: 1, maxLength: 5 });
  // Several addresses share a run, because emptying the cache and reading anew takes longer than most requests.
  const anyRun = fc.array(fc.tuple(anyAddress, anyVariants), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(anyRun, async (run) => {
      await invalidateAll();
      for (const [address, variants] of run)
        for (const variant of variants) await expectNoOtherResponse(address, variant);
      for (const address of new Set([...run.map(([each]) => each), "/", "/history", "/api/incidents"]))
        expect([address, await read(address)]).toEqual([address, expectedResponses.get(address)]);
    }),
    { numRuns: 40 },
  );
  const { objects } = await daymark.files.list({ prefix: "snapshots/" });
  expect(objects.length).toBeGreaterThan(5);
  for (const { key } of objects) {
    const address = key.slice("snapshots".length);
    expect(normalizeAddress(daymark.url + address)).toEqual({ address, isNormal: true });
    const { text } = await read(address);
    // A snapshot that was outdated once stored is gone until the next version is stored, up to a second later.
    await expect.poll(async () => [key, await (await daymark.files.get(key))?.text()]).toEqual([key, text]);
  }
});

test.for([
  ["/api/%69ncidents?before=1970-01-01T00:00:00Z", "/api/incidents"],
  ["/%68istory?lang=ar", "/history"],
  ["/%2e/history?lang=ar", "/history"],
  ["/api/%63omponents?fresh=1", "/api/components"],
] as const)("the response of %s isn't cached for %s", async ([path, address]) => {
  await invalidateAll();
  await rawRequest(daymark.url, { path, headers: { "x-test-now": now } });
  expect(await read(address)).toEqual(expectedResponses.get(address));
});

test.for([
  ["/%69ncidents", "/incidents"],
  ["/api/%69ncidents?before=1970-01-01T00:00:00Z", "/api/incidents?before=1970-01-01T00%3A00%3A00Z"],
  ["/%68istory?lang=ar", "/history?lang=ar"],
  ["/%68istory?lang=ar&lang=fr&x=1", "/history?lang=ar"],
  ["/api%2Fcomponents", "/api/components"],
  ["/logos/abc%402x", "/logos/abc@2x"],
  ["/%61pi/settings?a=%69", "/api/settings?a=%69"],
] as const)("%s redirects GET and HEAD to %s, and is a 404 for other methods", async ([path, location]) => {
  for (const method of ["GET", "HEAD"]) {
    const response = await rawRequest(daymark.url, { path, method });
    expect([
      response.status,
      response.headers.location,
      response.headers["cache-control"],
      response.text,
    ]).toEqual([301, location, "no-store", ""]);
  }
  for (const method of ["POST", "PATCH", "DELETE", "PUT"])
    expect((await rawRequest(daymark.url, { path, method })).status).toBe(404);
});

test.for([
  ...[
    "//history",
    "/history/",
    "/%2e/history",
    "//evil.example/%2e%2e",
    "/%2Fevil.example",
    "/%5Cevil.example",
  ],
  ...["/history%00", "/%2568istory", "/%zz", "/x%2F..%2Fhistory", "/history%2F", "/\\history", "/%E2%82%AC"],
])("%s is a 404", async (path) => {
  const response = await rawRequest(daymark.url, { path });
  expect([response.status, response.headers["cache-control"]]).toEqual([404, "no-store"]);
});

test.for([
  ...[
    "/%61pi//incidents",
    "/api//x",
    "//api/components",
    "/api/components//",
    "/api/",
    "//metrics/x/2026/1/1.json",
  ],
])("%s is a 404 in JSON that allows any origin", async (path) => {
  const response = await rawRequest(daymark.url, { path });
  expect([
    response.status,
    response.headers["access-control-allow-origin"],
    JSON.parse(response.text),
  ]).toEqual([
    404,
    "*",
    { errorMessage: "There is nothing at this address. All calls are listed at /api/docs." },
  ]);
});

test.for(["//", "/incidents//x", "/history//", "///components/x"])("%s is a 404 page", async (path) => {
  const { status, headers, text } = await rawRequest(daymark.url, { path });
  expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=UTF-8"]);
  expect(text).toContain("404 page not found");
});

test("normalizing an address twice changes nothing", () => {
  fc.assert(
    fc.property(fc.nat(addresses.length - 1), anyVariant, (condition, variant) => {
      const once = normalizeAddress(daymark.url + pathOf(addresses[condition] ?? "/", variant));
      if (once) expect(normalizeAddress(daymark.url + once.address)).toEqual({ ...once, isNormal: true });
    }),
  );
});
